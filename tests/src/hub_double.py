"""A small read-only stand-in for the Hub on 127.0.0.1: one dataset repository with commits and tags.

It proves our client code, not the real Hub's limits."""

import hashlib
import http.server
import json
import threading
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote


def commit_id(name):
    return hashlib.sha1(name.encode()).hexdigest()


@contextmanager
def hub(repo, revisions):
    """Serve `repo`: `revisions` maps a tag to the folder of its files; the last one is main as well."""
    folders = {}
    for tag, folder in revisions.items():
        folders[tag] = folders[commit_id(tag)] = (commit_id(tag), Path(folder))
    folders["main"] = folders[list(revisions)[-1]]

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *args):
            pass

        def answer(self, status, body=b"", **headers):
            self.send_response(status)
            headers = {"Content-Length": str(len(body)), **headers}
            for key, value in headers.items():
                self.send_header(key.replace("_", "-"), value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def json(self, value):
            self.answer(200, json.dumps(value).encode(), Content_Type="application/json")

        def do_GET(self):
            path = unquote(self.path.partition("?")[0])
            api = f"/api/datasets/{repo}"
            if path.startswith(api):
                self.api(path.removeprefix(api).strip("/").split("/"))
            elif path.startswith(f"/datasets/{repo}/resolve/"):
                revision, _, name = path.removeprefix(f"/datasets/{repo}/resolve/").partition("/")
                self.file(revision, name)
            else:
                self.answer(404, X_Error_Code="RepoNotFound")

        do_HEAD = do_GET

        def api(self, parts):
            revision = parts[1] if parts[0] in ("revision", "tree") else "main"
            if revision not in folders:
                self.answer(404, X_Error_Code="RevisionNotFound")
                return
            commit, folder = folders[revision]
            names = [p.relative_to(folder).as_posix() for p in sorted(folder.rglob("*")) if p.is_file()]
            if parts[0] == "tree":
                self.json(
                    [
                        {"type": "file", "path": n, "size": (folder / n).stat().st_size, "oid": "0" * 40}
                        for n in names
                    ]
                )
            else:
                self.json({"id": repo, "sha": commit, "siblings": [{"rfilename": n} for n in names], "private": False,
                           "tags": [], "downloads": 0, "disabled": False})  # fmt: skip

        def file(self, revision, name):
            if revision not in folders:
                self.answer(404, X_Error_Code="RevisionNotFound")
                return
            commit, folder = folders[revision]
            if not (folder / name).is_file():
                self.answer(404, X_Error_Code="EntryNotFound", X_Repo_Commit=commit)
                return
            body = (folder / name).read_bytes()
            self.answer(
                200,
                body,
                ETag=f'"{hashlib.sha256(body).hexdigest()}"',
                X_Repo_Commit=commit,
                Accept_Ranges="none",
            )

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
