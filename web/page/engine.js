// engine.js: one scene in one canvas: the program in WebAssembly behind a few calls.
//
// The browser owns the frame loop; C keeps everything on its heap between frames. Files are in the
// program's memory: a text that is written there is seen by its watcher as a save is. Not here: what
// stands around the canvas (playground.js, embed.js).

const here = new URL(".", import.meta.url).href;

// Threads share memory, which browsers allow pages that are isolated from others by what their server
// says; a page of any other has one. More than four gain little.
const CORES = globalThis.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency || 1, 4) : 1;

const LOST = "the browser has taken the picture away for a while; the scene goes on";
const FOUND = "the picture is back";

const loading = {};
function loadProgram(name) {
  loading[name] ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = here + name;
    script.onload = () => resolve(window.CairnEngine);
    script.onerror = () => reject(new Error("the program could not be loaded"));
    document.head.append(script);
  });
  return loading[name];
}

export class Engine {
  // said(line, isError): what the script prints, and what the viewer says of reloads and errors.
  // died(sentence): the program is gone and cannot go on.
  // threaded: for one scene that a page is about, since each has threads of its own.
  static async start(canvas, { said = () => {}, died = () => {}, threaded = false } = {}) {
    const threads = threaded ? CORES : 1;
    const create = await loadProgram(threads > 1 ? "engine-threads.js" : "engine.js");
    const engine = new Engine();
    Object.assign(engine, { canvas, died, threads, running: false, alive: true });
    engine.module = await create({
      canvas,
      // a world that is rebuilt begins before the one before it has ended
      workers: 2 * (threads - 1),
      locateFile: (name) => here + name,
      print: (line) => said(line, false),
      printErr: (line) => said(line, true),
      onAbort: (what) => engine.die(String(what)),
    });
    // the browser gives it back by itself; until then all that is drawn is lost, and nothing else
    canvas.addEventListener("contextlost", () => { if (engine.alive) said(LOST, true); });
    canvas.addEventListener("contextrestored", () => { if (engine.alive) said(FOUND, false); });
    // SDL asks for the element "#canvas", of which a page may have several, or hidden ones
    engine.module.specialHTMLTargets["#canvas"] = canvas;
    // a folder of its own: a scene reads files of its folder
    engine.module.FS.mkdir("/scene");
    engine.module.FS.chdir("/scene");
    return engine;
  }

  die(why) {
    if (!this.alive) return;
    this.alive = this.running = false;
    this.module?.PThread?.terminateAllThreads();
    const memory = /memory|OOM/i.test(why);
    this.died(memory ? "the scene wanted more memory than a page may have" : `the program stopped: ${why}`);
  }

  guarded(work) {
    if (!this.alive) return undefined;
    try {
      return work();
    } catch (problem) {
      this.die(problem && problem.message ? problem.message : String(problem));
      return undefined;
    }
  }

  write(path, text) {
    this.guarded(() => {
      const { FS } = this.module;
      const folder = path.split("/").slice(0, -1);
      folder.forEach((_, i) => {
        const name = folder.slice(0, i + 1).join("/");
        if (!FS.analyzePath(name).exists) FS.mkdir(name);
      });
      FS.writeFile(path, text);
    });
    this.call("saved"); // its clock is too coarse to tell two saves apart
  }

  remove(path) {
    this.guarded(() => {
      if (this.module.FS.analyzePath(path).exists) this.module.FS.unlink(path);
    });
  }

  size() {
    const box = this.canvas.getBoundingClientRect();
    return [Math.max(64, Math.round(box.width)), Math.max(64, Math.round(box.height))];
  }

  // settings: { seed, values: { name: value } }
  open(path, settings = {}) {
    const lines = [`threads ${this.threads}`];
    if (Number.isInteger(settings.seed)) lines.push(`seed ${settings.seed}`);
    for (const [name, value] of Object.entries(settings.values ?? {})) lines.push(`set ${name}=${value}`);
    const [width, height] = this.size();
    const ok = this.guarded(() => this.module.ccall("cairn_open", "boolean",
      ["string", "string", "number", "number"], [path, lines.join("\n"), width, height]));
    this.opened = Boolean(ok);
    if (ok && !this.running) {
      this.running = true;
      requestAnimationFrame(() => this.frame());
    }
    return this.opened;
  }

  frame() {
    if (!this.running) return;
    this.guarded(() => this.module._cairn_frame());
    if (this.running) requestAnimationFrame(() => this.frame());
  }

  // A command of cairn.page; its answer as text.
  call(command, argument = "") {
    if (!this.opened) return "";
    return this.guarded(() => this.module.ccall("cairn_call", "string", ["string", "string"],
      [command, String(argument)])) ?? "";
  }

  status() {
    try {
      return JSON.parse(this.call("status"));
    } catch {
      return null;
    }
  }

  resize() {
    const [width, height] = this.size();
    if (this.opened) this.guarded(() => this.module._cairn_resize(width, height));
  }

  close() {
    this.running = false;
    this.guarded(() => this.module._cairn_close());
    this.opened = false;
  }
}
