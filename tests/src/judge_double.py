"""A judge at 127.0.0.1: an endpoint of chat completions that answers as a test tells it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Fake:
    """A judge at 127.0.0.1 that answers from a list of (status, reply, headers or nothing) and then by the real meaning."""

    def __init__(self, script=(), reply=None):
        self.script, self.reply, self.requests = list(script), reply, []
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                fake.requests.append((self.path, dict(self.headers), json.loads(body)))
                status, out, *headers = fake.script.pop(0) if fake.script else (200, None)
                if out is None:
                    shown = json.loads(json.loads(body)["messages"][1]["content"])
                    content = fake.reply(shown) if fake.reply else meaning(shown)
                    out = json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]})
                self.send_response(status)
                if status in (301, 302, 307):
                    self.send_header("Location", "/elsewhere")
                for name, value in (headers[0] if headers else {}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(out.encode())

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *args):
        self.server.shutdown()
        self.server.server_close()


def meaning(shown):
    return next((k for k, o in shown["options"].items() if o == shown["answer"]), "0")
