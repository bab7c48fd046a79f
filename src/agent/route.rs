//! Which path is what: addresses, cards, and the resources of HTTP+JSON in both generations (A2A 1.0 §5.3, §11).

use axum::http::Method as Verb;

use super::address::{self, Address};
use super::protocol::{Method, Protocol};

/// What a request is for.
#[derive(Debug)]
pub(super) enum Route {
    /// A word for people.
    Welcome,
    /// A schema for a scenario.
    Undecidable,
    /// The card of an address.
    Card(&'static Address),
    /// A call over JSON-RPC.
    Rpc(&'static Address),
    /// A call over HTTP+JSON.
    Rest(Resource),
    /// The path is there, for these verbs.
    OtherVerb(&'static str),
    /// Nothing is there.
    Nowhere,
}

/// A method of HTTP+JSON, named by verb and path.
#[derive(Debug)]
pub(super) struct Resource {
    /// Where.
    pub(super) address: &'static Address,
    /// The tenant, when the path names one.
    pub(super) tenant: Option<String>,
    /// The generation.
    pub(super) protocol: Protocol,
    /// What is asked.
    pub(super) method: Method,
    /// The task the path names.
    pub(super) task: Option<String>,
    /// The push notification configuration the path names.
    pub(super) config: Option<String>,
}

/// What a request is for.
pub(super) fn find(verb: &Verb, path: &str) -> Route {
    let segments: Vec<String> = path.strip_prefix('/').unwrap_or(path).split('/').map(decoded).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let (address, below) = match segments.split_first() {
        Some((name, below)) => match address::named(name) {
            Some(address) => (address, below),
            None => (address::base(), segments.as_slice()),
        },
        None => (address::base(), segments.as_slice()),
    };
    let read = matches!(*verb, Verb::GET | Verb::HEAD);
    match below {
        [] | [""] if read => Route::Welcome,
        [] | [""] if *verb == Verb::POST => rpc(address),
        [] | [""] => Route::OtherVerb("GET, POST"),
        [".well-known", name] if *name == address.card_name => match read {
            true => Route::Card(address),
            false => Route::OtherVerb("GET"),
        },
        ["undecidable.json"] if read && address.name.is_empty() => Route::Undecidable,
        below => rest(address, verb, below),
    }
}

fn rpc(address: &'static Address) -> Route {
    let spoken = address.speaks.iter().any(|protocol| protocol.is_rpc());
    if spoken { Route::Rpc(address) } else { Route::Nowhere }
}

fn rest(address: &'static Address, verb: &Verb, below: &[&str]) -> Route {
    let (protocol, tenant, named) = match below {
        ["v1", named @ ..] => (Protocol::HttpJson03, None, resource(named, "card")),
        named => match resource(named, "extendedAgentCard") {
            None => {
                // The first segment may be a tenant (A2A 1.0, additional bindings of the proto).
                let (tenant, named) = named.split_first().unwrap_or((&"", &[]));
                (Protocol::HttpJson10, Some((*tenant).to_owned()), resource(named, "extendedAgentCard"))
            }
            found => (Protocol::HttpJson10, None, found),
        },
    };
    let Some(Named { verbs, methods, task, config }) = named.filter(|_| address.speaks.contains(&protocol)) else {
        return Route::Nowhere;
    };
    match methods.iter().find(|(known, _)| known == verb) {
        Some((_, method)) => {
            let owned = |text: Option<&str>| text.map(str::to_owned);
            let (task, config) = (owned(task), owned(config));
            Route::Rest(Resource { address, tenant, protocol, method: *method, task, config })
        }
        None => Route::OtherVerb(verbs),
    }
}

struct Named<'a> {
    verbs: &'static str,
    methods: &'static [(Verb, Method)],
    task: Option<&'a str>,
    config: Option<&'a str>,
}

/// The resource of these segments; the generations differ in the name of the card.
fn resource<'a>(segments: &[&'a str], card: &str) -> Option<Named<'a>> {
    let (verbs, methods, task, config): (_, &'static [(Verb, Method)], _, _) = match *segments {
        ["message:send"] => ("POST", &[(Verb::POST, Method::Send)], None, None),
        ["message:stream"] => ("POST", &[(Verb::POST, Method::Stream)], None, None),
        ["tasks"] => ("GET", &[(Verb::GET, Method::List)], None, None),
        ["tasks", task] => match task.rsplit_once(':') {
            Some((task, "cancel")) => ("POST", &[(Verb::POST, Method::Cancel)], Some(task), None),
            // The proto says GET, the specification's table says POST.
            Some((task, "subscribe")) => {
                ("GET, POST", &[(Verb::GET, Method::Subscribe), (Verb::POST, Method::Subscribe)], Some(task), None)
            }
            _ => ("GET", &[(Verb::GET, Method::Get)], Some(task), None),
        },
        ["tasks", task, "pushNotificationConfigs"] => {
            ("GET, POST", &[(Verb::GET, Method::ListConfigs), (Verb::POST, Method::CreateConfig)], Some(task), None)
        }
        ["tasks", task, "pushNotificationConfigs", config] => (
            "GET, DELETE",
            &[(Verb::GET, Method::GetConfig), (Verb::DELETE, Method::DeleteConfig)],
            Some(task),
            Some(config),
        ),
        [name] if name == card => ("GET", &[(Verb::GET, Method::ExtendedCard)], None, None),
        _ => return None,
    };
    Some(Named { verbs, methods, task, config })
}

/// A segment without its percent escapes.
fn decoded(segment: &str) -> String {
    // What a form would take apart stays together.
    let whole = segment.replace('+', "%2B").replace('=', "%3D").replace('&', "%26");
    url::form_urlencoded::parse(whole.as_bytes()).next().map(|(text, _)| text.into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a path leads, in words.
    fn found(verb: &str, path: &str) -> String {
        let address = |address: &Address| format!("/{}", address.name);
        match find(&Verb::from_bytes(verb.as_bytes()).expect("a verb"), path) {
            Route::Welcome => "welcome".into(),
            Route::Undecidable => "undecidable".into(),
            Route::Card(at) => format!("card of {}", address(at)),
            Route::Rpc(at) => format!("rpc at {}", address(at)),
            Route::OtherVerb(verbs) => format!("only {verbs}"),
            Route::Nowhere => "nowhere".into(),
            Route::Rest(resource) => {
                let Resource { address: at, tenant, protocol, method, task, config } = resource;
                let ids = [tenant.map(|tenant| format!(" of tenant {tenant}")), task.map(|id| format!(" task {id}"))];
                let ids: String = ids.into_iter().flatten().chain(config.map(|id| format!(" config {id}"))).collect();
                format!("{} {method:?} at {}{ids}", protocol.version(), address(at))
            }
        }
    }

    #[test]
    fn a_path_leads_to_a_card_a_call_or_a_resource_of_either_generation() {
        for (verb, path, leads) in [
            ("GET", "/", "welcome"),
            ("POST", "/", "rpc at /"),
            ("PUT", "/", "only GET, POST"),
            ("GET", "/.well-known/agent-card.json", "card of /"),
            ("HEAD", "/tiny-limit/.well-known/agent-card.json", "card of /tiny-limit"),
            ("GET", "/old-path/.well-known/agent.json", "card of /old-path"),
            ("GET", "/old-path/.well-known/agent-card.json", "nowhere"),
            ("GET", "/.well-known/agent.json", "nowhere"),
            ("POST", "/tiny-limit", "rpc at /tiny-limit"),
            ("POST", "/tiny-limit/", "rpc at /tiny-limit"),
            ("POST", "/rest/", "nowhere"),
            ("POST", "/nobody/", "nowhere"),
            ("GET", "/nobody/.well-known/agent-card.json", "nowhere"),
            ("GET", "/undecidable.json", "undecidable"),
            ("POST", "/message:send", "1.0 Send at /"),
            ("POST", "/message%3Asend", "1.0 Send at /"),
            ("GET", "/message:send", "only POST"),
            ("POST", "/rest/message:stream", "1.0 Stream at /rest"),
            ("POST", "/v1/message:send", "0.3 Send at /"),
            ("POST", "/rest/v1/message:send", "nowhere"),
            ("POST", "/v03-rest/message:send", "nowhere"),
            ("POST", "/blue/message:send", "1.0 Send at / of tenant blue"),
            ("POST", "/rest/a%2Fb+c/message:send", "1.0 Send at /rest of tenant a/b+c"),
            ("POST", "/rest/blue/sky/message:send", "nowhere"),
            ("GET", "/tasks", "1.0 List at /"),
            ("GET", "/tasks/t-1", "1.0 Get at / task t-1"),
            ("GET", "/v1/tasks/t-1", "0.3 Get at / task t-1"),
            ("POST", "/tasks/t-1:cancel", "1.0 Cancel at / task t-1"),
            ("GET", "/tasks/t-1:cancel", "only POST"),
            ("GET", "/tasks/t-1:subscribe", "1.0 Subscribe at / task t-1"),
            ("POST", "/v1/tasks/t-1:subscribe", "0.3 Subscribe at / task t-1"),
            ("POST", "/tasks/t-1/pushNotificationConfigs", "1.0 CreateConfig at / task t-1"),
            ("GET", "/tasks/t-1/pushNotificationConfigs", "1.0 ListConfigs at / task t-1"),
            ("GET", "/tasks/t-1/pushNotificationConfigs/c", "1.0 GetConfig at / task t-1 config c"),
            ("DELETE", "/v1/tasks/t-1/pushNotificationConfigs/c", "0.3 DeleteConfig at / task t-1 config c"),
            ("GET", "/extendedAgentCard", "1.0 ExtendedCard at /"),
            ("GET", "/v1/card", "0.3 ExtendedCard at /"),
            ("GET", "/v1/extendedAgentCard", "nowhere"),
        ] {
            assert_eq!(found(verb, path), leads, "{verb} {path}");
        }
    }
}
