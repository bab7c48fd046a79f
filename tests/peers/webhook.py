"""A receiver of push notifications on loopback."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Webhook:
    """Keeps what is posted to its `url`, as long as it is entered."""

    def __enter__(self):
        self.posts = []
        self._came = threading.Condition()
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"])).decode("utf-8")
                post = {
                    "authorization": self.headers.get("authorization"),
                    "token": self.headers.get("x-a2a-notification-token"),
                    "body": body,
                }
                self.send_response(204)
                self.end_headers()
                with hook._came:
                    hook.posts.append(post)
                    hook._came.notify_all()

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def wait_for(self, wanted, seconds=20):
        """What was posted, once a body is the wanted one; fails when none comes in time."""
        with self._came:
            come = self._came.wait_for(lambda: any(wanted(post["body"]) for post in self.posts), seconds)
            if not come:
                raise TimeoutError(f"not posted in time; only {self.posts}")
            return list(self.posts)
