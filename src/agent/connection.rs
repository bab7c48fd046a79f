//! Connections that a scenario can break: the listener, and a stream with a string to cut it by.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// Takes connections and gives each its own string.
pub(super) struct Door {
    listener: TcpListener,
    address: SocketAddr,
    stop: CancellationToken,
}

impl Door {
    /// Listens.
    ///
    /// # Errors
    /// When the address is taken or not ours.
    pub(super) async fn open(listen: SocketAddr, stop: CancellationToken) -> io::Result<Self> {
        let listener = TcpListener::bind(listen).await?;
        let address = listener.local_addr()?;
        Ok(Door { listener, address, stop })
    }

    /// Where it listens.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Listener for Door {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    // Events are small and must not wait for one another; a failure only costs latency.
                    let _ = stream.set_nodelay(true);
                    return (Line::new(stream, self.stop.child_token()), peer);
                }
                // Out of file descriptors, or a peer that left already: the next one may do.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}

/// One connection. Once its string is cut, reading and writing fail, and the server closes it without another byte.
pub(super) struct Line {
    stream: TcpStream,
    cut: CancellationToken,
    was_cut: Pin<Box<WaitForCancellationFutureOwned>>,
}

impl Line {
    fn new(stream: TcpStream, cut: CancellationToken) -> Self {
        let was_cut = Box::pin(cut.clone().cancelled_owned());
        Line { stream, cut, was_cut }
    }

    fn broken(&mut self, context: &mut Context<'_>) -> bool {
        self.cut.is_cancelled() || self.was_cut.as_mut().poll(context).is_ready()
    }
}

fn broken_pipe<T>() -> Poll<io::Result<T>> {
    Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()))
}

impl AsyncRead for Line {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let line = self.get_mut();
        if line.broken(context) {
            return broken_pipe();
        }
        Pin::new(&mut line.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Line {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let line = self.get_mut();
        if line.broken(context) {
            return broken_pipe();
        }
        Pin::new(&mut line.stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

/// The string of the connection a request came on.
#[derive(Clone)]
pub(super) struct Connection {
    cut: CancellationToken,
}

impl Connection {
    /// Breaks the connection: the peer sees it close, without an answer.
    pub(super) fn break_off(&self) {
        self.cut.cancel();
    }
}

impl Connected<IncomingStream<'_, Door>> for Connection {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        Connection { cut: stream.io().cut.clone() }
    }
}
