// browser.mjs: Chromium, and folders on the loopback address, for drive.mjs and bench.mjs.
// puppeteer-core is found through NODE_PATH, as the page's build has it; CAIRN_CHROMIUM names another
// browser.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const home = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const puppeteer = createRequire(join(process.env.NODE_PATH ?? home, "x.js"))("puppeteer-core");
const servers = [];
let browser;

// The address of the folder; more: see web/serve.mjs.
export function serve(folder, ...more) {
  const server = spawn(process.execPath, [join(home, "web", "serve.mjs"), folder, "0", ...more]);
  servers.push(server);
  return new Promise((resolve) => {
    server.stdout.on("data", (text) => resolve(String(text).trim()));
  });
}

export async function launch(options = {}) {
  browser = await puppeteer.launch({
    executablePath: process.env.CAIRN_CHROMIUM ?? "/usr/bin/chromium", headless: true, ...options,
    args: ["--no-sandbox", ...options.args ?? []],
  });
  return browser;
}

export async function close() {
  await browser?.close();
  for (const server of servers) server.kill();
}
