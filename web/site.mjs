// site.mjs SOURCE NPM SITE: bundles the pages, copies the scenes and lists them, and gathers from the
// type files what the editor completes and explains.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [source, npm, site] = process.argv.slice(2);
const page = join(source, "web", "page");

// ---- pages ----------------------------------------------------------------------------------

execFileSync(join(npm, "node_modules", ".bin", "esbuild"), [
  `playground=${join(page, "playground.js")}`, `cairn-scene=${join(page, "embed.js")}`,
  `docs=${join(page, "docs.js")}`,
  "--bundle", "--minify", "--splitting", "--format=esm", "--target=es2022", "--log-level=warning",
  `--outdir=${site}`], { stdio: "inherit" });
for (const name of ["style.css", "docs.css", "embed.html"]) copyFileSync(join(page, name), join(site, name));

// ---- scenes ---------------------------------------------------------------------------------

// The first sentence of the comment at the top, without the script's own path.
function about(text) {
  const lines = [];
  for (const line of text.split("\n")) {
    const words = /^-- (.*)$/.exec(line)?.[1];
    if (words === undefined) break;
    if (!words.startsWith("scripts/")) lines.push(words);
  }
  const whole = lines.join(" ");
  return /^.*?[.?!](?=\s|$)/.exec(whole)?.[0] ?? whole;
}

mkdirSync(join(site, "scripts"), { recursive: true });
const scenes = [];
for (const file of readdirSync(join(source, "scripts")).sort()) {
  if (!file.endsWith(".lua")) continue;
  copyFileSync(join(source, "scripts", file), join(site, "scripts", file));
  const text = readFileSync(join(source, "scripts", file), "utf8");
  scenes.push({ name: file.slice(0, -4), about: about(text) });
}
writeFileSync(join(site, "scenes.json"), JSON.stringify(scenes));
mkdirSync(join(site, "scripts", "lessons"), { recursive: true });
for (const file of readdirSync(join(source, "scripts", "lessons"))) // shown by docs/lessons.md
  copyFileSync(join(source, "scripts", "lessons", file), join(site, "scripts", "lessons", file));

// ---- what the editor knows --------------------------------------------------------------------

// Of the type files: fields of classes (keys of tables), functions of modules, methods.
const api = [];
const meta = join(source, "lua", "cairn", "meta");
for (const file of readdirSync(meta).sort()) {
  let words = [];
  for (const line of readFileSync(join(meta, file), "utf8").split("\n")) {
    const field = /^---@field (\w+)(\??) (\S+)(?: (.*))?$/.exec(line);
    const call = /^function ([\w.]+)([.:])(\w+)(\(.*\))/.exec(line);
    if (field) {
      api.push({ label: field[1], owner: "", kind: "key", detail: `: ${field[3]}`, info: field[4] ?? "" });
    } else if (call) {
      const [, owner, mark, label, values] = call;
      api.push({ label, owner: mark === ":" ? "" : owner.split(".").pop(),
        kind: mark === ":" ? "method" : "function", detail: values, info: words.join("\n") });
    }
    const said = /^---(?!@)(.*)$/.exec(line) ?? /^---@(?:param|return) (.*)$/.exec(line);
    words = said ? [...words, said[1].trim()] : [];
  }
}
for (const [label, info] of [["scene", "the scene's table: load, update, draw, params, p"],
  ["pen", "draws in scene.draw"], ["ui", "sliders, buttons and plots in scene.draw"],
  ["input", "keys and mouse, as they are"], ["sound", "sounds; a page is silent"],
  ["cairn", 'local cairn = require "cairn"']]) {
  api.push({ label, owner: "", kind: "table", detail: "", info });
}
const seen = new Set();
writeFileSync(join(site, "api.json"), JSON.stringify(api.filter((entry) => {
  const key = `${entry.kind} ${entry.owner} ${entry.label} ${entry.info}`;
  return !seen.has(key) && seen.add(key);
})));

// ---- docs -----------------------------------------------------------------------------------

const { marked } = createRequire(join(npm, "node_modules", "x.js"))("marked");

// As GitHub makes them, so that links within the pages hold.
const anchor = (text) => text.toLowerCase().replace(/<[^>]*>|&\w+;/g, "").replace(/[^\w\- ]/g, "").replaceAll(" ", "-");
let linkDepth = 1; // folders between the page that is rendered and the site's own
marked.use({ renderer: {
  heading({ tokens, depth }) {
    const text = this.parser.parseInline(tokens);
    return `<h${depth} id="${anchor(text)}">${text}</h${depth}>\n`;
  },
  link({ href, tokens }) {
    const scene = /scripts\/((?:lessons\/)?\w+)\.lua$/.exec(href);
    const up = "../".repeat(linkDepth);
    const to = scene ? `${up}index.html?scene=${scene[1]}`
      : /^[\w.\-/]+\.md(#.*)?$/.test(href) ? href.replace(".md", ".html") : href;
    return `<a href="${to}">${this.parser.parseInline(tokens)}</a>`;
  },
} });

function renderDocs(folder, depth) {
  mkdirSync(join(site, folder), { recursive: true });
  for (const entry of readdirSync(join(source, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) renderDocs(path, depth + 1);
    if (/\.(png|svg)$/.test(entry.name)) copyFileSync(join(source, path), join(site, path));
    if (!entry.name.endsWith(".md")) continue;
    linkDepth = depth;
    const text = readFileSync(join(source, path), "utf8");
    const title = /^# (.*)$/m.exec(text)?.[1].replaceAll("`", "") ?? entry.name;
    const up = "../".repeat(depth);
    writeFileSync(join(site, path.replace(/\.md$/, ".html")), `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Cairn</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${up}docs.css"></head>
<body><nav><a href="${up}index.html">Cairn</a> <a href="${up}docs/guide.html">Guide</a>
<a href="${up}docs/reference.html">Reference</a> <a href="${up}docs/lessons.html">Lessons</a> <a href="${up}docs/scenes.html">Scenes</a>
<a href="${up}docs/how-it-works.html">How it works</a></nav>
<main>${marked.parse(text)}</main><script type="module" src="${up}docs.js"></script></body></html>
`);
  }
}
renderDocs("docs", 1);

// last, as its time is what the build looks at
copyFileSync(join(page, "index.html"), join(site, "index.html"));
if (!existsSync(join(site, "thumbnails"))) mkdirSync(join(site, "thumbnails"));
