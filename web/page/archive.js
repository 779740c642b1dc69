// archive.js: a scene with all its files as one archive, written and read: what "Save" and "Open" need,
// and no scene before.
import { unzipSync, zipSync } from "fflate";
import { MAIN } from "./files.js";
import { MODULE } from "./link.js";

const MOST_BYTES = 32 << 20; // unpacked

// All files, and a spec where there is one, as the bytes of an archive that `cairn run` opens.
export function pack(files, spec) {
  const bytes = (text) => new TextEncoder().encode(text);
  const all = { [MAIN]: bytes(files.text()) };
  for (const { name, text } of files.modules()) all[name] = bytes(text);
  for (const [name, content] of files.assets) all[name] = content;
  if (spec) all["tests/scene_spec.lua"] = bytes(spec);
  return zipSync(all);
}

// { text, files, assets, spec } of an archive or a script; raises a sentence.
export function unpack(name, bytes) {
  const words = (content) => new TextDecoder().decode(content);
  if (!/\.zip$/i.test(name)) {
    if (!/\.lua$/i.test(name)) throw new Error(`${name}: a script (.lua) or an archive (.zip) is expected`);
    return { text: words(bytes), files: [], assets: new Map() };
  }
  let size = 0;
  let all;
  try {
    all = unzipSync(bytes, { filter: (file) => {
      size += file.originalSize;
      if (size > MOST_BYTES) throw new Error("it holds more than 32 MB");
      return !file.name.endsWith("/");
    } });
  } catch (problem) {
    throw new Error(`${name} cannot be read: ${problem.message}`);
  }
  const mains = Object.keys(all).filter((path) => /(^|\/)(scene|main)\.lua$/.test(path))
    .sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? 1 : -1)); // scene before main
  if (!mains.length) throw new Error(`${name} holds neither scene.lua nor main.lua`);
  const folder = mains[0].slice(0, mains[0].lastIndexOf("/") + 1);
  const scene = { text: words(all[mains[0]]), files: [], assets: new Map() };
  for (const [path, content] of Object.entries(all)) {
    const own = path.slice(folder.length);
    if (path === mains[0] || !path.startsWith(folder) || own.includes("..") || own.startsWith(".")) continue;
    if (own === "tests/scene_spec.lua") scene.spec = words(content);
    else if (MODULE.test(own)) scene.files.push({ name: own, text: words(content) });
    else scene.assets.set(own, content);
  }
  return scene;
}
