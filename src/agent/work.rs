//! Work that must not hold up the streams, and needs more stack than a worker of the runtime has.

use tokio::sync::oneshot;

/// Bytes of stack: checking and validating recurse as deep as schema, references and value nest.
const STACK: usize = 16 << 20;

/// Runs a function on a thread of its own; `None` when no thread could be had, or the function panicked.
pub(super) async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = oneshot::channel();
    let job = move || {
        // Nobody may be waiting any more: the task was cancelled.
        let _ = sender.send(work());
    };
    std::thread::Builder::new().name("agent-work".into()).stack_size(STACK).spawn(job).ok()?;
    receiver.await.ok()
}
