// serve.mjs FOLDER [PORT [plain]]: shows a folder of static files on the loopback address, compressed
// as public servers do. Prints the address when it is ready. Browsers isolate its pages from others,
// so that they may have threads; plain: as servers do that say nothing of that.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { createGzip } from "node:zlib";

const [folder, port = "8765", plain] = process.argv.slice(2);
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp" };
const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm",
  ".lua": "text/plain; charset=utf-8", ".png": "image/png", ".data": "application/octet-stream",
};

function answer(request, response) {
  let path;
  try {
    path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  } catch {
    path = "/\0";
  }
  if (path.endsWith("/")) path += "index.html";
  const file = normalize(join(folder, path));
  let found;
  try {
    if (!path.includes("\0") && file.startsWith(normalize(folder) + sep)) found = statSync(file);
  } catch { /* there is none */ }
  if (!found?.isFile()) {
    response.writeHead(404, { "Content-Type": "text/plain" });
    response.end("no such file\n");
    return;
  }
  const headers = { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
    "Cache-Control": "no-cache", ETag: `"${found.mtimeMs}-${found.size}"`, ...(plain ? {} : ISOLATION) };
  if (request.headers["if-none-match"] === headers.ETag) { // each thread asks for the program
    response.writeHead(304, headers);
    response.end();
    return;
  }
  const packs = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "") && extname(file) !== ".png";
  if (packs) headers["Content-Encoding"] = "gzip";
  response.writeHead(200, headers);
  const stream = createReadStream(file);
  (packs ? stream.pipe(createGzip({ level: 9 })) : stream).pipe(response);
}

const server = createServer(answer);
server.on("error", (problem) => {
  console.error(`cairn: port ${port}: ${problem.message}; CAIRN_PORT names another`);
  process.exit(2);
});
server.listen(Number(port), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
