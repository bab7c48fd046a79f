//! One call: read by its protocol, carried out, answered in its protocol.

use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::response::Response;

use super::address::{Address, ExtendedCard};
use super::caller::Caller;
use super::card;
use super::connection::Connection;
use super::fault::{Fault, FaultKind};
use super::kitchen::{Kitchen, Sent};
use super::operation::{Operation, Send};
use super::protocol::{Protocol, method_named};
use super::route::Resource;
use super::scenario::Opening;
use super::structured::Structured;
use super::task::Emission;
use super::{reply, rest, rpc, stream};
use crate::a2a::model::Update;
use crate::json::Value;
use crate::kedi;

/// A call, before its protocol is known.
pub(super) struct Call<'a> {
    /// What the agent holds.
    pub(super) kitchen: Arc<Kitchen>,
    /// Where it was called.
    pub(super) address: &'static Address,
    /// What to break when a scenario hangs up.
    pub(super) connection: Connection,
    /// The request's query.
    pub(super) query: &'a str,
    /// The request's headers.
    pub(super) headers: &'a HeaderMap,
    /// The request's body.
    pub(super) body: &'a [u8],
}

impl Call<'_> {
    /// A call over JSON-RPC: the name of the method says the generation, and the version must agree.
    pub(super) async fn over_rpc(&self) -> Response {
        let version = self.version();
        let request = match rpc::read(self.body) {
            Ok(request) => request,
            Err(refusal) => return self.caller(self.rpc_by(version.as_deref()), refusal.id).refuse(&refusal.fault),
        };
        let spoken = method_named(&request.method).filter(|(protocol, _)| self.address.speaks.contains(protocol));
        let Some((protocol, method)) = spoken else {
            let fault = Fault::new(FaultKind::MethodNotFound, format!("Method not found: {}", request.method));
            return self.caller(self.rpc_by(version.as_deref()), request.id).refuse(&fault);
        };
        let caller = self.caller(protocol, request.id.clone());
        let answer = match self.admit(protocol, version.as_deref()) {
            Ok(()) => match Operation::read(method, caller.dialect, request.params()) {
                Ok(operation) => self.carry_out(&caller, operation, request.params()).await,
                Err(fault) => Err(fault),
            },
            Err(fault) => Err(fault),
        };
        answer.unwrap_or_else(|fault| caller.refuse(&fault))
    }

    /// A call over HTTP+JSON: the path says the generation, and the version must agree.
    pub(super) async fn over_http(&self, resource: &Resource) -> Response {
        let caller = self.caller(resource.protocol, String::new());
        let answer = match self.admit(resource.protocol, self.version().as_deref()) {
            Ok(()) => self.read_resource(&caller, resource).await,
            // A client that asks 0.3 for another version knows of versions, so it is answered as 1.0 answers.
            Err(fault) => return self.caller(Protocol::HttpJson10, String::new()).refuse(&fault),
        };
        answer.unwrap_or_else(|fault| caller.refuse(&fault))
    }

    async fn read_resource(&self, caller: &Caller, resource: &Resource) -> Result<Response, Fault> {
        if !self.body.is_empty() {
            rest::check_content_type(self.header("content-type"))?;
        }
        let params = rest::params(resource, caller.dialect, self.query, self.body)?;
        let params = Some(params.root());
        let operation = Operation::read(resource.method, caller.dialect, params)?;
        self.carry_out(caller, operation, params).await
    }

    fn caller(&self, protocol: Protocol, id: String) -> Caller {
        Caller { protocol, dialect: protocol.dialect(self.address.bytes_twice), id }
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap_or("?"))
    }

    /// A2A 1.0 §3.6: the version stands in the header or in the query.
    fn version(&self) -> Option<String> {
        let asked = url::form_urlencoded::parse(self.query.as_bytes());
        let asked = asked.into_iter().find(|(name, _)| name.eq_ignore_ascii_case("a2a-version"));
        let asked = self.header("a2a-version").map(str::to_owned).or(asked.map(|(_, value)| value.into_owned()));
        asked.map(|version| version.trim().to_owned()).filter(|version| !version.is_empty())
    }

    /// An agent of 0.3 alone knows of no versions, as the Python SDK 0.3 does not.
    fn admit(&self, protocol: Protocol, version: Option<&str>) -> Result<(), Fault> {
        let knows_versions = self.address.speaks.iter().any(|protocol| protocol.is_v10());
        if knows_versions { protocol.admits(version) } else { Ok(()) }
    }

    /// The protocol of a call over JSON-RPC that names no method of ours.
    fn rpc_by(&self, version: Option<&str>) -> Protocol {
        let speaks = |protocol| self.address.speaks.contains(&protocol);
        let old = version.is_none_or(|version| version.starts_with("0."));
        match speaks(Protocol::JsonRpc03) && (old || !speaks(Protocol::JsonRpc10)) {
            true => Protocol::JsonRpc03,
            false => Protocol::JsonRpc10,
        }
    }

    async fn carry_out(
        &self,
        caller: &Caller,
        operation: Operation,
        params: Option<Value<'_>>,
    ) -> Result<Response, Fault> {
        self.check_tenant(params)?;
        let (kitchen, dialect) = (&self.kitchen, caller.dialect);
        let json = match operation {
            Operation::Send(send) => return self.send(caller, &send, false).await,
            Operation::Stream(send) => return self.send(caller, &send, true).await,
            Operation::Subscribe(get) => {
                self.check_streaming()?;
                let (task, emissions) = kitchen.subscribe(&get)?;
                return Ok(caller.stream(Some(Update::Task(task)), emissions));
            }
            Operation::ExtendedCard => return self.extended_card(caller),
            Operation::Get(get) => dialect.write_task(&kitchen.get(&get)?),
            Operation::Cancel(get) => dialect.write_task(&kitchen.cancel(&get).await?),
            Operation::List(_) if !caller.protocol.is_v10() => {
                return Err(Fault::new(FaultKind::UnsupportedOperation, "A2A 0.3 cannot list tasks"));
            }
            Operation::List(list) => dialect.write_page(&kitchen.list(&list)?),
            Operation::CreateConfig(config) => dialect.write_config(&kitchen.create_config(self.address, config)?),
            Operation::GetConfig(id) => dialect.write_config(&kitchen.get_config(self.address, &id)?),
            Operation::ListConfigs(task_id) => dialect.write_configs(&kitchen.configs(self.address, &task_id)?),
            Operation::DeleteConfig(id) => {
                kitchen.delete_config(self.address, &id)?;
                if caller.protocol.is_rpc() { "null".into() } else { "{}".into() }
            }
        };
        Ok(caller.answer(&json))
    }

    async fn send(&self, caller: &Caller, send: &Send, streaming: bool) -> Result<Response, Fault> {
        if streaming {
            self.check_streaming()?;
        }
        let (live, snapshot, mut emissions) = match self.kitchen.send(self.address, send)? {
            Sent::Task { live, snapshot, emissions } => (live, snapshot, emissions),
            Sent::Message(update) if streaming => return Ok(caller.one_event(&update)),
            Sent::Message(update) => return Ok(caller.answer(&caller.dialect.write_event(&update))),
            Sent::Unmet(opening) => return Ok(self.unmet(caller, opening)),
        };
        let activated = matches!(live.structured, Structured::Yes(_) | Structured::Refused(_));
        let response = if streaming {
            // A task that exists already goes on with its next event, as the Python SDK 1.x streams it.
            let first = send.message.task_id.is_none().then_some(Update::Task(*snapshot));
            caller.stream(first, emissions)
        } else {
            if !send.return_immediately {
                while let Some(emission) = emissions.recv().await {
                    match emission {
                        Emission::BreakOff => return Ok(self.hang_up()),
                        Emission::Error(error) => return Ok(caller.refuse_as_scripted(&error)),
                        Emission::Update(_) | Emission::Bytes(_) => {}
                    }
                }
            }
            let task = live.snapshot(send.history_length);
            caller.answer(&caller.dialect.write_event(&Update::Task(task)))
        };
        let header = caller.protocol.extensions_header();
        Ok(if activated { reply::with_header(response, header, kedi::URI) } else { response })
    }

    fn unmet(&self, caller: &Caller, opening: &'static Opening) -> Response {
        match opening {
            Opening::Error(error) => caller.refuse_as_scripted(error),
            Opening::Http { status, header, content_type, body } => {
                let response = reply::body(*status, content_type, *body);
                match header {
                    Some((name, value)) => reply::with_header(response, name, value),
                    None => response,
                }
            }
            Opening::HangUp => self.hang_up(),
            Opening::Silence | Opening::Task | Opening::Message(_) => stream::silence(),
        }
    }

    /// The connection closes; what is answered here never leaves.
    fn hang_up(&self) -> Response {
        self.connection.break_off();
        Response::new(Body::empty())
    }

    fn extended_card(&self, caller: &Caller) -> Result<Response, Fault> {
        let off = "The agent does not support authenticated extended cards";
        let unset = "Authenticated Extended Card is not configured";
        match self.address.extended_card {
            ExtendedCard::None if caller.protocol.is_v10() => Err(Fault::new(FaultKind::UnsupportedOperation, off)),
            ExtendedCard::None => Err(Fault::new(FaultKind::NoExtendedCard, off)),
            ExtendedCard::Missing => Err(Fault::new(FaultKind::NoExtendedCard, unset)),
            ExtendedCard::Locked if !card::authorized(self.headers) => Ok(reply::locked()),
            ExtendedCard::Locked => {
                Ok(caller.answer(&card::extended(&self.kitchen, self.address, self.headers).to_string()))
            }
        }
    }

    fn check_streaming(&self) -> Result<(), Fault> {
        let off = || Fault::new(FaultKind::UnsupportedOperation, "This agent does not stream");
        if self.address.streaming { Ok(()) } else { Err(off()) }
    }

    /// An interface with a tenant serves that one only (A2A 1.0 §4.4.6).
    fn check_tenant(&self, params: Option<Value<'_>>) -> Result<(), Fault> {
        let Some(tenant) = self.address.tenant else { return Ok(()) };
        let said = params.and_then(|params| params.get("tenant")).and_then(Value::as_str);
        match said.as_deref() == Some(tenant) {
            true => Ok(()),
            false => Err(Fault::param("tenant", format!("Must be {tenant}, as the card says."))),
        }
    }
}
