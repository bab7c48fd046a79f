//! Push notification configurations: one inner form, and the three shapes they have on the wire (A2A 1.0 §4.3, 0.3 §6).

use super::field::{member, strings, text};
use super::{Dialect, Wrong};
use crate::a2a::v10::{self, present};
use crate::agent::fault::Fault;
use crate::agent::notify::{ConfigId, PushConfig};
use crate::json::{Value, Writer};

/// The shape of a configuration.
#[derive(PartialEq)]
pub(super) enum Shape {
    /// 1.0: everything beside the task's id, one authentication scheme.
    Flat,
    /// 0.3 over JSON-RPC: an object of its own beside the task's id, several schemes.
    Nested,
    /// 0.3 over HTTP+JSON: the same, but task and configuration are named by a path.
    Named,
}

const REQUIRED: &str = "Field is required.";

impl Dialect {
    /// Reads the request that creates a configuration; over HTTP+JSON the task's id was put into the parameters.
    ///
    /// # Errors
    /// Each wrong parameter by name.
    pub(in crate::agent) fn read_config(&'static self, params: Option<Value<'_>>) -> Result<PushConfig, Fault> {
        let mut wrong = Wrong::default();
        let params = params.ok_or_else(|| Fault::param(&self.place("taskId"), REQUIRED))?;
        let task_id = text(params, "taskId");
        let body = match self.push {
            Shape::Flat => Some(params),
            Shape::Nested => member(params, "pushNotificationConfig"),
            // The Python SDK sends the whole request, the proto's own mapping has only the configuration in the body.
            Shape::Named => member(member(params, "config").unwrap_or(params), "pushNotificationConfig"),
        };
        let body = body.ok_or_else(|| Fault::param("pushNotificationConfig", REQUIRED))?;
        let mut config = self.config(body, &mut wrong);
        match task_id {
            Some(task_id) => config.task_id = task_id,
            None => wrong.at(self.place("taskId"), REQUIRED),
        }
        if let Some(id) = text(params, "configId").filter(|_| config.id.is_empty()) {
            config.id = id;
        }
        wrong.none()?;
        Ok(config)
    }

    /// Reads which configuration is meant.
    ///
    /// # Errors
    /// Each wrong parameter by name.
    pub(in crate::agent) fn read_config_id(&self, params: Option<Value<'_>>) -> Result<ConfigId, Fault> {
        let mut wrong = Wrong::default();
        let (task, config) = self.id_names();
        let task_id = self.required(params, task, &mut wrong);
        let id = params.and_then(|params| text(params, config));
        // 0.3 allows to leave it out: an agent keeps one, then.
        if id.is_none() && self.push == Shape::Flat {
            wrong.at(self.place(config), REQUIRED);
        }
        wrong.none()?;
        Ok(ConfigId { task_id, id })
    }

    /// Reads whose configurations are meant.
    ///
    /// # Errors
    /// The task's id is missing.
    pub(in crate::agent) fn read_config_list(&self, params: Option<Value<'_>>) -> Result<String, Fault> {
        let mut wrong = Wrong::default();
        let task_id = self.required(params, self.id_names().0, &mut wrong);
        wrong.none()?;
        Ok(task_id)
    }

    /// What the parameters call the task and the configuration.
    pub(in crate::agent) fn id_names(&self) -> (&'static str, &'static str) {
        match self.push {
            Shape::Flat => ("taskId", "id"),
            Shape::Nested | Shape::Named => ("id", "pushNotificationConfigId"),
        }
    }

    fn required(&self, params: Option<Value<'_>>, name: &str, wrong: &mut Wrong) -> String {
        let found = params.and_then(|params| text(params, name));
        if found.is_none() {
            wrong.at(self.place(name), REQUIRED);
        }
        found.unwrap_or_default()
    }

    /// The configuration that came with a message.
    pub(super) fn inline_push(
        &'static self,
        configuration: Option<Value<'_>>,
        wrong: &mut Wrong,
    ) -> Option<PushConfig> {
        let name = match self.push {
            Shape::Flat => "taskPushNotificationConfig",
            Shape::Nested => "pushNotificationConfig",
            Shape::Named => "pushNotification",
        };
        let body = configuration.and_then(|configuration| member(configuration, name))?;
        Some(self.config(body, wrong))
    }

    fn config(&'static self, body: Value<'_>, wrong: &mut Wrong) -> PushConfig {
        let authentication = member(body, "authentication");
        let schemes = match self.push {
            Shape::Flat => authentication.and_then(|value| text(value, "scheme")).into_iter().collect(),
            _ => authentication.and_then(|value| member(value, "schemes")).map(strings).unwrap_or_default(),
        };
        let url = text(body, "url");
        if url.is_none() {
            wrong.at("url", REQUIRED);
        }
        PushConfig {
            task_id: String::new(),
            id: text(body, "id").unwrap_or_default(),
            url: url.unwrap_or_default(),
            token: text(body, "token"),
            schemes,
            credentials: authentication.and_then(|value| text(value, "credentials")),
            dialect: self,
        }
    }

    /// A configuration, as it is answered with.
    pub(in crate::agent) fn write_config(&self, config: &PushConfig) -> String {
        let mut out = Writer::new();
        self.write_config_to(&mut out, config);
        out.finish()
    }

    /// All configurations of a task: 0.3 over JSON-RPC answers with the bare list.
    pub(in crate::agent) fn write_configs(&self, configs: &[PushConfig]) -> String {
        let mut out = Writer::new();
        if self.push != Shape::Nested {
            out.object().key("configs");
        }
        out.array();
        for config in configs {
            self.write_config_to(&mut out, config);
        }
        out.end_array();
        if self.push != Shape::Nested {
            out.end_object();
        }
        out.finish()
    }

    fn write_config_to(&self, out: &mut Writer, config: &PushConfig) {
        out.object();
        match self.push {
            Shape::Flat => {
                out.key("id").string(&config.id).key("taskId").string(&config.task_id);
                self.write_members(out, config);
            }
            Shape::Nested => {
                out.key("taskId").string(&config.task_id).key("pushNotificationConfig").object();
                out.key("id").string(&config.id);
                self.write_members(out, config);
                out.end_object();
            }
            Shape::Named => {
                let name = format!("tasks/{}/pushNotificationConfigs/{}", config.task_id, config.id);
                out.key("name").string(&name).key("pushNotificationConfig").object();
                out.key("id").string(&config.id);
                self.write_members(out, config);
                out.end_object();
            }
        }
        out.end_object();
    }

    fn write_members(&self, out: &mut Writer, config: &PushConfig) {
        out.key("url").string(&config.url);
        present(out, "token", config.token.as_deref());
        if config.schemes.is_empty() {
            return;
        }
        out.key("authentication").object();
        match self.push {
            Shape::Flat => present(out, "scheme", config.schemes.first().map(String::as_str)),
            _ => v10::strings(out, "schemes", &config.schemes),
        }
        present(out, "credentials", config.credentials.as_deref());
        out.end_object();
    }
}
