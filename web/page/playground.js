// playground.js: the page: a script at the left, its scene at the right, what it says below.
import { Engine } from "./engine.js";
import { createEditor } from "./editor.js";
import { Files, MAIN } from "./files.js";
import * as link from "./link.js";
import { keep, kept } from "./storage.js";

const FIRST = "ragdolls"; // the scene of a first visit
const MOST_TEXT = 2 << 20; // bytes; the program refuses a longer script, too
const MOST_LINES = 400; // of output
const TYPED_MS = 300; // after the last key: a half-typed word is no edit
const SPEC = `local scene = require "cairn.scene"

describe("the scene", function()
  it("is calm after ten seconds", function()
    local s = assert(scene.load("${MAIN}"))
    s:run(10)
    assert.is_true(s:world():awake_count() < 5)
    s:close()
  end)
end)
`;
const LESSON_SPEC = `local scene = require "cairn.scene"

describe("the lesson", function()
  it("measures what its formula says", function()
    local s = assert(scene.load("${MAIN}"))
    s:run(8)
    local lesson = s:scene().lesson
    assert.is_near(lesson.formula, lesson.measured, 0.01 * math.max(1, lesson.formula))
    s:close()
  end)
end)
`;

const at = (id) => document.getElementById(id);
const state = { engine: null, scene: { seed: 1, values: {} }, status: null, timer: 0, problem: null, sentence: null };

// ---- what is said ---------------------------------------------------------------------------

function say(line, kind = "") {
  const output = at("output");
  const entry = document.createElement("span");
  entry.className = kind;
  entry.textContent = line + "\n";
  output.append(entry);
  while (output.childNodes.length > MOST_LINES) output.firstChild.remove();
  output.scrollTop = output.scrollHeight;
}

function outcome(text, bad = false) {
  at("outcome").textContent = text;
  at("outcome").className = bad ? "bad" : "";
}

function hear(line, isError) {
  const reload = /^reload: (.*)$/.exec(line);
  if (reload) outcome(reload[1], reload[1].startsWith("kept"));
  say(line, isError && !reload ? "bad" : "");
}

function showProblem() {
  const text = [state.sentence, state.problem].filter(Boolean).join("\n");
  at("problem").hidden = !text;
  at("problem").textContent = text;
}

// A sentence of the page's own, which stays until the next edit, link, or choice of a scene.
function tell(sentence) {
  state.sentence = sentence;
  showProblem();
}

function refresh() {
  const status = state.engine?.status();
  if (!status) return;
  state.status = status;
  at("pause").textContent = status.paused ? "Go on" : "Pause";
  at("counts").textContent = `step ${status.steps}, ${status.bodies} bodies, ${status.awake} awake,`;
  at("hash").textContent = status.hash ?? "none";
  const banner = status.banner?.kind === "error" ? status.banner : null;
  const problem = status.fault ?? banner;
  state.problem = problem ? problem.message : status.banner?.message;
  showProblem();
  const path = problem?.path ?? MAIN;
  const shown = files.current().name;
  const key = problem ? `${path}:${problem.line}:${problem.message} in ${shown}` : "";
  if (key !== state.marked) {
    state.marked = key;
    files.blame(problem?.line ? path : null);
    editor.mark(problem?.line && path === shown ? [{ line: problem.line, message: problem.message }] : []);
  }
}

// ---- the scene ------------------------------------------------------------------------------

async function ensureEngine() {
  if (state.engine?.alive) return state.engine;
  state.engine = await Engine.start(at("canvas"), {
    threaded: true,
    said: hear,
    died: (why) => {
      state.problem = null;
      tell(`${why}. Your text is kept; the next edit starts anew.`);
      outcome("stopped", true);
    },
  });
  return state.engine;
}

function tooLong({ text, files: modules = [] }) {
  const letters = modules.reduce((sum, file) => sum + file.text.length, text.length);
  if (letters <= MOST_TEXT) return false;
  tell(`the script is too long: ${letters} letters, at most ${MOST_TEXT}`);
  return true;
}

// All files are in the program's memory, and no others.
function writeAll(engine) {
  const names = files.names();
  const before = engine.written ?? new Map();
  for (const name of before.keys()) if (!names.includes(name)) engine.remove(name);
  engine.written = new Map();
  // modules first: a scene that requires a new one finds it
  const all = [...files.assets, ...files.texts().reverse().map(({ name, text }) => [name, text])];
  for (const [name, content] of all) {
    if (before.get(name) !== content) engine.write(name, content);
    engine.written.set(name, content);
  }
}

// shown: the editor has it already, with the steps that undo what was typed
async function openScene(scene, shown = false) {
  if (tooLong(scene)) return;
  state.scene = { name: scene.name, seed: scene.seed ?? 1, values: scene.values ?? {} };
  if (!shown) {
    files.load(scene);
    showTab(false);
  }
  clearTimeout(state.timer);
  const engine = await ensureEngine();
  outcome("");
  writeAll(engine);
  engine.open(MAIN, state.scene);
  state.marked = null;
  remember();
  refresh();
}

function save() {
  const whole = { text: files.text(), files: files.modules(), assets: files.assets };
  if (tooLong(whole)) return;
  tell();
  remember();
  if (!state.engine?.alive) {
    openScene({ ...state.scene, ...whole }, true);
    return;
  }
  writeAll(state.engine);
}

function edited() {
  clearTimeout(state.timer);
  state.timer = setTimeout(save, TYPED_MS);
}

function remember() {
  const problem = keep({ ...state.scene, text: files.text(), files: files.modules(), spec: specEditor?.text() });
  if (problem) say(problem, "bad");
}

// ---- links ----------------------------------------------------------------------------------

function moved() {
  const values = {};
  for (const item of state.status?.params ?? []) {
    if (item.value !== item.default) values[item.name] = item.value;
  }
  return values;
}

async function share() {
  refresh();
  tell();
  try {
    if (files.assets.size) say("pictures and sounds are not in a link: Save writes them", "bad");
    const text = await link.encode({ text: files.text(), files: files.modules(), seed: state.scene.seed,
      values: moved() });
    history.replaceState(null, "", "#" + text);
    say(location.href);
    await navigator.clipboard?.writeText(location.href).then(() => outcome("the link is copied"),
      () => outcome("the link is in the address line"));
  } catch (problem) {
    tell(problem.message);
  }
}

// True when the address holds a scene, or a broken one that has been told of.
async function follow() {
  tell();
  try {
    const scene = await link.decode(location.hash);
    if (!scene) return false;
    await openScene({ ...scene, name: "link" });
    return true;
  } catch (problem) {
    tell(problem.message);
    return false;
  }
}

async function download() {
  const alone = files.names().length === 1;
  const spec = specEditor.text();
  const own = spec === SPEC || spec === LESSON_SPEC ? null : spec;
  const blob = alone ? new Blob([files.text()], { type: "text/x-lua" })
    : new Blob([(await import("./archive.js")).pack(files, own)], { type: "application/zip" });
  const url = URL.createObjectURL(blob);
  const anchor = Object.assign(document.createElement("a"), {
    href: url, download: `${state.scene.name ?? "scene"}.${alone ? "lua" : "zip"}`,
  });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

async function take(file) {
  tell();
  try {
    const { unpack } = await import("./archive.js");
    const scene = unpack(file.name, new Uint8Array(await file.arrayBuffer()));
    if (scene.spec) specEditor.load(scene.spec);
    history.replaceState(null, "", location.pathname + location.search);
    await openScene({ ...scene, name: file.name.replace(/\.\w+$/, "") });
  } catch (problem) {
    tell(problem.message);
  }
}

function addFile() {
  const name = prompt("The name of the module, which require() finds without .lua:", "part.lua");
  if (name === null) return;
  const problem = files.add(name.trim());
  if (problem) tell(problem);
}

// ---- the gallery ----------------------------------------------------------------------------

const asJson = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} could not be loaded`);
  return answer.json();
};

async function openNamed(name) {
  const answer = await fetch(`scripts/${name}.lua`);
  if (!answer.ok) {
    tell(`the scene ${name} could not be loaded`);
    return;
  }
  const isLesson = name.startsWith("lessons/");
  const spec = specEditor.text();
  if (isLesson ? spec === SPEC : spec === LESSON_SPEC) specEditor.load(isLesson ? LESSON_SPEC : SPEC);
  await openScene({ name: name.split("/").pop(), text: await answer.text() });
}

async function gallery() {
  at("gallery").showModal();
  if (at("cards").childElementCount) return;
  for (const scene of await asJson("scenes.json")) {
    const card = document.createElement("button");
    card.className = "card";
    card.dataset.scene = scene.name;
    const picture = Object.assign(document.createElement("img"), {
      src: `thumbnails/${scene.name}.png`, alt: "", loading: "lazy",
    });
    const name = Object.assign(document.createElement("b"), { textContent: scene.name });
    const about = Object.assign(document.createElement("small"), { textContent: scene.about });
    card.append(picture, name, about);
    card.onclick = () => {
      at("gallery").close();
      tell();
      history.replaceState(null, "", location.pathname + location.search);
      openNamed(scene.name);
    };
    at("cards").append(card);
  }
}

// ---- the spec -------------------------------------------------------------------------------

function showTab(spec) {
  at("editor").hidden = spec;
  at("spec-editor").hidden = at("run-spec").hidden = !spec;
  at("tabs").classList.toggle("off", spec);
  at("tab-spec").className = spec ? "on" : "";
}

async function runSpec() {
  const engine = await ensureEngine();
  save();
  const answer = engine.call("spec", specEditor.text());
  let result;
  try {
    result = JSON.parse(answer);
  } catch {
    say(answer, "bad");
    return;
  }
  if (result.message) say(result.message, "bad");
  const marks = [];
  for (const test of result.tests) {
    say(`${test.outcome}: ${test.name}`, test.outcome === "failed" ? "bad" : "good");
    if (test.outcome !== "failed") continue;
    say(test.message, "bad");
    marks.push({ line: test.line ?? 1, message: test.message });
  }
  specEditor.mark(marks);
  outcome(`${result.passed} passed, ${result.failed} failed`, result.failed > 0);
}

// ---- the start ------------------------------------------------------------------------------

// What completion and hover know comes when somebody turns to an editor: no scene needs it.
const api = [];
let wanted;
const wantApi = () => {
  wanted ??= asJson("api.json").then((list) => api.push(...list)).catch(() => { wanted = undefined; });
};
for (const name of ["editor", "spec-editor"])
  for (const event of ["focusin", "pointerenter"]) at(name).addEventListener(event, wantApi);
const editor = createEditor(at("editor"), { api, changed: edited });
const specEditor = createEditor(at("spec-editor"), { api, changed: () => {} });
const files = new Files(at("tabs"), editor, {
  changed: save,
  shown: () => {
    showTab(false);
    refresh();
  },
});

at("pause").onclick = () => {
  state.engine?.call("pause", !state.status?.paused);
  refresh();
};
at("step").onclick = () => {
  state.engine?.call("step", 1);
  refresh();
};
at("restart").onclick = () => {
  const problem = state.engine?.call("restart");
  if (problem) say(problem, "bad");
  refresh();
};
at("share").onclick = share;
at("export").onclick = download;
at("gallery-button").onclick = gallery;
at("import").onclick = () => at("import-file").click();
at("import-file").onchange = async (event) => {
  const [file] = event.target.files;
  event.target.value = ""; // the same one again is a change, too
  if (file) await take(file);
};
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) take(file);
});
at("add-file").onclick = addFile;
at("tab-spec").onclick = () => showTab(true);
at("run-spec").onclick = runSpec;
addEventListener("hashchange", follow);
new ResizeObserver(() => state.engine?.resize()).observe(at("stage"));
setInterval(refresh, 200);

async function begin() {
  const saved = kept();
  specEditor.load(saved?.spec || SPEC);
  const named = new URLSearchParams(location.search).get("scene");
  if (await follow()) return;
  if (named && /^(lessons\/)?\w+$/.test(named)) await openNamed(named);
  else if (saved?.text) await openScene(saved);
  else await openNamed(FIRST);
}

await begin().catch((problem) => tell(problem.message));
window.cairnPage = { state, editor, specEditor, files, open: openScene }; // for who drives the page: tests, and the curious
