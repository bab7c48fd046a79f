//! Push notifications: configurations, and the POSTs they ask for (A2A 1.0 §4.3, 0.3 §9.5). Never beyond loopback.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use url::{Host, Url};

use super::dialect::{Dialect, V03};
use super::fault::Fault;
use super::task::{Emission, LiveTask};
use crate::a2a::model::{TaskState, Update};

/// How long one POST may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// Failures in a row after which an address is left alone until the next turn.
const FAILURES: u32 = 3;
/// Bytes an address, a token or credentials may have.
const LONGEST: usize = 2048;

/// Where to send what happens to a task.
#[derive(Clone)]
pub(super) struct PushConfig {
    /// The task.
    pub(super) task_id: String,
    /// Its own id; empty until it is kept.
    pub(super) id: String,
    /// The address to post to.
    pub(super) url: String,
    /// Sent along, so that the receiver knows who posts.
    pub(super) token: Option<String>,
    /// Authentication schemes; the first is used.
    pub(super) schemes: Vec<String>,
    /// What follows the scheme in `Authorization`.
    pub(super) credentials: Option<String>,
    /// The dialect it was asked for in, and so is spoken to the receiver.
    pub(super) dialect: &'static Dialect,
}

/// Which configuration.
pub(super) struct ConfigId {
    /// The task.
    pub(super) task_id: String,
    /// Its id; `None` is the first.
    pub(super) id: Option<String>,
}

impl PushConfig {
    /// Whether it can be kept to.
    ///
    /// # Errors
    /// The address is not one on this machine, or something would not fit into a header.
    pub(super) fn check(&self) -> Result<(), Fault> {
        Target::of(&self.url).map_err(|sentence| Fault::param("url", sentence))?;
        let header_safe = |text: &str| text.len() <= LONGEST && text.bytes().all(|byte| (0x20..0x7f).contains(&byte));
        let members = [("token", self.token.as_deref()), ("authentication.credentials", self.credentials.as_deref())];
        let schemes = self.schemes.iter().map(|scheme| ("authentication.scheme", Some(scheme.as_str())));
        for (name, text) in members.into_iter().chain(schemes) {
            if !text.is_none_or(header_safe) {
                return Err(Fault::param(name, "Must be at most 2048 characters of printable ASCII."));
            }
        }
        Ok(())
    }

    /// What the receiver is told of an update: 1.0 tells the update, 0.3 the task when its state is another than the
    /// one that was told last.
    fn notification(&self, update: &Update, live: &LiveTask, told: &mut TaskState) -> Option<String> {
        if self.dialect.is_v10() {
            return Some(self.dialect.write_event(update));
        }
        let task = live.snapshot(None);
        let changed = task.status.state != *told;
        *told = task.status.state.clone();
        changed.then(|| V03.write_task(&task))
    }

    fn request(&self, target: &Target, body: &str) -> String {
        let v10 = self.dialect.is_v10();
        let content_type = if v10 { "application/a2a+json" } else { "application/json" };
        let mut request = format!(
            "POST {} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: {content_type}\r\n",
            target.path, target.host
        );
        if v10 {
            request.push_str("a2a-version: 1.0\r\n");
        }
        if let (Some(scheme), Some(credentials)) = (self.schemes.first(), &self.credentials) {
            request.push_str(&format!("authorization: {scheme} {credentials}\r\n"));
        }
        if let Some(token) = &self.token {
            request.push_str(&format!("x-a2a-notification-token: {token}\r\n"));
        }
        request.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        request
    }
}

/// An address on this machine.
#[derive(Debug, PartialEq)]
struct Target {
    addresses: Vec<SocketAddr>,
    host: String,
    path: String,
}

impl Target {
    /// Reads an address. Names are not looked up: nothing but loopback can come of it.
    fn of(text: &str) -> Result<Target, &'static str> {
        const LOOPBACK: &str = "Must be an http address of this machine, like http://127.0.0.1:8000/hook: this agent connects to no other.";
        if text.len() > LONGEST {
            return Err("Must be at most 2048 characters.");
        }
        let url = Url::parse(text).map_err(|_| LOOPBACK)?;
        if url.scheme() != "http" || !url.username().is_empty() || url.password().is_some() {
            return Err(LOOPBACK);
        }
        let hosts: Vec<IpAddr> = match url.host() {
            Some(Host::Ipv4(address)) if address.is_loopback() => vec![address.into()],
            Some(Host::Ipv6(address)) if address.is_loopback() => vec![address.into()],
            Some(Host::Domain(name)) if name.eq_ignore_ascii_case("localhost") => {
                vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]
            }
            _ => return Err(LOOPBACK),
        };
        let port = url.port_or_known_default().unwrap_or(80);
        let addresses = hosts.into_iter().map(|host| SocketAddr::from((host, port))).collect();
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        let host = url.host_str().unwrap_or_default();
        Ok(Target { addresses, host: format!("{host}:{port}"), path: format!("{}{query}", url.path()) })
    }

    /// Sends a request; the status it is answered with.
    async fn send(&self, request: &str) -> io::Result<u16> {
        let mut stream = TcpStream::connect(self.addresses.as_slice()).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await?;
        let status = answer.strip_prefix(b"HTTP/1.").and_then(|rest| rest.get(2..5));
        let status = status.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        status.ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}

/// Begins to tell what happens to a task, when somebody wants to know and nobody tells yet. `begins` says that the task
/// was made just now: then the task itself comes first.
pub(super) fn spawn(live: &Arc<LiveTask>, begins: bool) {
    if let Some((task, emissions)) = live.courier() {
        let first = begins.then(|| Arc::new(Update::Task(task)));
        tokio::spawn(carry(live.clone(), first, emissions));
    }
}

async fn carry(live: Arc<LiveTask>, first: Option<Arc<Update>>, mut emissions: mpsc::Receiver<Emission>) {
    let mut receivers = HashMap::new();
    if let Some(first) = first {
        tell(&live, &first, &mut receivers).await;
    }
    while let Some(emission) = emissions.recv().await {
        if let Emission::Update(update) = emission {
            tell(&live, &update, &mut receivers).await;
        }
    }
}

/// What is known of a receiver.
struct Receiver {
    /// Failures in a row.
    failures: u32,
    /// The state that it was told last; that a task is submitted, who submits it knows.
    told: TaskState,
}

async fn tell(live: &LiveTask, update: &Update, receivers: &mut HashMap<String, Receiver>) {
    for config in live.configs() {
        let unknown = || Receiver { failures: 0, told: TaskState::Submitted };
        let receiver = receivers.entry(config.id.clone()).or_insert_with(unknown);
        let Ok(target) = Target::of(&config.url) else { continue };
        if receiver.failures >= FAILURES {
            continue;
        }
        let Some(body) = config.notification(update, live, &mut receiver.told) else { continue };
        let request = config.request(&target, &body);
        let answered = tokio::time::timeout(PATIENCE, target.send(&request)).await;
        let taken = matches!(answered, Ok(Ok(200..=299)));
        receiver.failures = if taken { 0 } else { receiver.failures + 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_machine_are_posted_to() {
        for url in [
            "https://127.0.0.1/hook",
            "http://example.com/hook",
            "http://192.168.0.1/hook",
            "http://localhost.example.com/",
            "http://user:word@127.0.0.1/",
            "ftp://127.0.0.1/",
            "hook",
        ] {
            assert!(Target::of(url).is_err(), "{url}");
        }
        assert_eq!(
            Target::of("http://127.0.0.1:8000/hook?a=b#c"),
            Ok(Target {
                addresses: vec![([127, 0, 0, 1], 8000).into()],
                host: "127.0.0.1:8000".into(),
                path: "/hook?a=b".into()
            })
        );
        let both = Target::of("http://LOCALHOST").expect("this machine");
        assert_eq!((both.addresses.len(), both.host.as_str(), both.path.as_str()), (2, "localhost:80", "/"));
        assert_eq!(Target::of("http://[::1]:9/").expect("this machine").host, "[::1]:9");
    }
}
