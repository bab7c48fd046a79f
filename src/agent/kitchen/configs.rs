//! Push notification configurations of tasks (A2A 1.0 §3.1.7 to §3.1.10).

use super::Kitchen;
use crate::agent::address::Address;
use crate::agent::fault::{Fault, FaultKind};
use crate::agent::notify::{self, ConfigId, PushConfig};
use crate::agent::operation::Send;
use crate::agent::task::{LiveTask, new_id};

impl Kitchen {
    /// Keeps a configuration; one without an id gets a new one.
    ///
    /// # Errors
    /// No such task, an address that is not on this machine, too many configurations, or no notifications here.
    pub(in crate::agent) fn create_config(&self, address: &Address, config: PushConfig) -> Result<PushConfig, Fault> {
        accepts(address, &config)?;
        let live = self.tasks.find(&config.task_id).ok_or_else(Fault::no_task)?;
        let config = keep_config(&live, address, config)?;
        notify::spawn(&live, false);
        Ok(config)
    }

    /// One configuration.
    ///
    /// # Errors
    /// No such task or configuration, or no notifications here.
    pub(in crate::agent) fn get_config(&self, address: &Address, id: &ConfigId) -> Result<PushConfig, Fault> {
        let configs = self.configs(address, &id.task_id)?;
        let meant = |config: &PushConfig| id.id.as_ref().is_none_or(|id| *id == config.id);
        let missing = || Fault::new(FaultKind::TaskNotFound, "Push notification configuration not found");
        configs.into_iter().find(meant).ok_or_else(missing)
    }

    /// All configurations of a task.
    ///
    /// # Errors
    /// No such task, or no notifications here.
    pub(in crate::agent) fn configs(&self, address: &Address, task_id: &str) -> Result<Vec<PushConfig>, Fault> {
        notifies(address)?;
        Ok(self.tasks.find(task_id).ok_or_else(Fault::no_task)?.configs())
    }

    /// Lets a configuration go; one that is not there is gone already.
    ///
    /// # Errors
    /// No such task, or no notifications here.
    pub(in crate::agent) fn delete_config(&self, address: &Address, id: &ConfigId) -> Result<(), Fault> {
        notifies(address)?;
        let live = self.tasks.find(&id.task_id).ok_or_else(Fault::no_task)?;
        if let Some(id) = &id.id {
            live.drop_config(id);
        }
        Ok(())
    }

    /// Keeps the configuration that came with a message.
    pub(super) fn keep_inline(&self, live: &LiveTask, address: &Address, send: &Send) -> Result<(), Fault> {
        let Some(config) = &send.push else { return Ok(()) };
        let config = PushConfig { task_id: live.id.clone(), ..config.clone() };
        keep_config(live, address, config).map(drop)
    }
}

fn notifies(address: &Address) -> Result<(), Fault> {
    let off = || Fault::new(FaultKind::PushNotSupported, "Push notifications are not supported by the agent");
    if address.push { Ok(()) } else { Err(off()) }
}

/// Whether a configuration would be kept here.
pub(super) fn accepts(address: &Address, config: &PushConfig) -> Result<(), Fault> {
    notifies(address)?;
    config.check()
}

fn keep_config(live: &LiveTask, address: &Address, mut config: PushConfig) -> Result<PushConfig, Fault> {
    accepts(address, &config)?;
    if config.id.is_empty() {
        config.id = new_id();
    }
    if live.keep_config(config.clone()) {
        return Ok(config);
    }
    Err(Fault::param("task_id", "The task has as many push notification configurations as it may have."))
}
