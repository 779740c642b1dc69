// bench.mjs: `cairn bench` in Chromium beside the native program with AVX2, in turn.
//
//   cmake --build build-web --target cairn_bench_web
//   NODE_PATH=build-web/web/npm/node_modules node tests/web/bench.mjs NATIVE build-web/bench [SCENE...]
//
// Prints for each scene the times of both, ms in all steps, the least of RUNS runs of each, and how
// often the one goes into the other; then the geometric mean. CAIRN_THREADS=2: both with so many
// threads, of a build with threads (build-web/threads/build).
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { close, home, launch, serve } from "./browser.mjs";

const [native, folder, ...scenes] = process.argv.slice(2);
if (!folder) {
  console.error("usage: bench.mjs NATIVE FOLDER [SCENE...]");
  process.exit(2);
}
if (!existsSync(join(folder, "cairn.js"))) {
  console.error(`${folder}: no program there; cmake --build build-web --target cairn_bench_web makes it`);
  process.exit(2);
}
const RUNS = 2;
const threads = process.env.CAIRN_THREADS ?? "1";
const words = ["bench", ...scenes, "--json", "--runs", "2", "--threads", threads];

// The program's main runs in a worker, where a page's would wait for it.
writeFileSync(join(folder, "worker.js"), `self.onmessage = ({ data }) => {
  const end = (code) => postMessage({ code });
  self.Module = {
    arguments: data, workers: navigator.hardwareConcurrency - 1, onExit: end,
    print: (line) => postMessage({ line }), printErr: () => {},
    mainScriptUrlOrBlob: "cairn.js", // what its threads read
  };
  importScripts("cairn.js");
};
`);
writeFileSync(join(folder, "index.html"), "<!doctype html><title>cairn bench</title>");
const browser = await launch({ protocolTimeout: 1800000 });
const page = await browser.newPage();
await page.goto(await serve(folder));

const inBrowser = () => page.evaluate((list) => new Promise((resolve, reject) => {
  const worker = new Worker("worker.js"), lines = [];
  worker.onerror = (problem) => reject(new Error(problem.message));
  worker.onmessage = ({ data }) => {
    if (data.line !== undefined) lines.push(data.line);
    if (data.code === undefined) return;
    worker.terminate();
    resolve(lines);
  };
  worker.postMessage(list);
}), words);
const inProcess = () => String(execFileSync(native, words, {
  env: { ...process.env, CAIRN_HOME: home, CAIRN_SIMD: "avx2" }, stdio: ["ignore", "pipe", "ignore"],
})).split("\n");

// The least time of each scene so far, and its hash.
function note(times, lines) {
  for (const line of lines.filter((text) => text.startsWith("{"))) {
    const { scene, total_ms: total, hash } = JSON.parse(line);
    const { ms = Infinity } = times.get(scene) ?? {};
    times.set(scene, { ms: Math.min(ms, total), hash });
  }
}

const there = new Map(), here = new Map();
for (let run = 0; run < RUNS; run++) {
  note(there, inProcess());
  note(here, await inBrowser());
}
console.log(`${await browser.version()}, ${threads} thread${threads === "1" ? "" : "s"}`);
console.log("| scene | native, AVX2, ms | browser, ms | times |\n| --- | ---: | ---: | ---: |");
let sum = 0, other = 0;
for (const [scene, { ms, hash }] of there) {
  const mine = here.get(scene) ?? { ms: NaN };
  console.log(`| ${scene} | ${ms.toFixed(1)} | ${mine.ms.toFixed(1)} | ${(mine.ms / ms).toFixed(2)} |`);
  sum += Math.log(mine.ms / ms);
  if (mine.hash !== hash) other += 1;
}
console.log(`geometric mean ${Math.exp(sum / there.size).toFixed(2)}, ${other} with other bits`);
await close();
process.exit(other ? 1 : 0);
