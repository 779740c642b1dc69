// node.js: before the program in node: its environment is the process's, its code lies beside it.
// Node has a fetch of its own, to which emscripten would give the file's name.
// Where there are threads each reads this, too, and has been given all that already.
if (!Module["ENVIRONMENT_IS_PTHREAD"]) {
  Module["wasmBinary"] = require("fs").readFileSync(__filename.replace(/\.js$/, ".wasm"));
  Module["preRun"] = [function () { Object.assign(ENV, process.env); }];
  Module["workers"] = Math.min(require("os").cpus().length, 16) - 1;
}
