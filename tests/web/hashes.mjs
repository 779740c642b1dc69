// hashes.mjs: every scene has the same bits in WebAssembly as in the native program.
//
//   node tests/web/hashes.mjs NATIVE NODE-PROGRAM [SCENE...]
//
// Each scene of scripts/ and scripts/bench/ runs 300 steps with both; a scene that ends otherwise,
// or with only one of them, is named, and the exit code is 1.
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const home = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const STEPS = "300"; // 5 s: enough to fall, to come to rest and to be thrown about

function scenes() {
  const list = [];
  for (const folder of ["scripts", "scripts/bench"]) {
    for (const name of readdirSync(join(home, folder)).sort()) {
      if (name.endsWith(".lua")) list.push(`${folder}/${name}`);
    }
  }
  return list;
}

// How it ends: the hash, or the last line that it says.
function end(program, args, scene) {
  return new Promise((resolve) => {
    const options = { cwd: home, env: { ...process.env, CAIRN_HOME: home, CAIRN_SIMD: "" } };
    execFile(program, [...args, "run", scene, "--headless", "--steps", STEPS], options,
      (_error, stdout, stderr) => {
        const hash = /hash ([0-9a-f]{16})/.exec(stdout);
        resolve(hash ? hash[1] : `no hash: ${(stderr || stdout).trim().split("\n").pop()}`);
      });
  });
}

const [native, web, ...named] = process.argv.slice(2);
if (!web) {
  console.error("usage: hashes.mjs NATIVE NODE-PROGRAM [SCENE...]");
  process.exit(2);
}
const waiting = named.length ? named : scenes();
const total = waiting.length;
let other = 0;

async function work() {
  for (let scene; (scene = waiting.shift());) {
    const there = await end(native, [], scene);
    const here = await end(process.execPath, [web], scene);
    if (there === here && /^[0-9a-f]{16}$/.test(here)) continue;
    other += 1;
    console.log(`${scene}: native ${there}, wasm ${here}`);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(`${total - other} of ${total} scenes with the same bits after ${STEPS} steps`);
process.exit(other || total === 0 ? 1 : 0);
