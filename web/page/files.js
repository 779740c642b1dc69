// files.js: the files of a scene: its script first, its modules, and what is no text (pictures,
// sounds), as tabs above one editor.
import { MODULE } from "./link.js";

export const MAIN = "scene.lua"; // in the program's memory

export class Files {
  // parent: where the tabs go; editor: as of createEditor; changed(): the list or what is shown is
  // another; shown(): a tab was chosen
  constructor(parent, editor, { changed, shown }) {
    Object.assign(this, { parent, editor, changed, shown, list: [{ name: MAIN }], at: 0, assets: new Map() });
    this.draw();
  }

  // { text, files: [{ name, text }], assets: Map of name to bytes }
  load({ text, files = [], assets = new Map() }) {
    this.list = [{ name: MAIN, text }, ...files.map(({ name, text: words }) => ({ name, text: words }))];
    this.assets = assets;
    this.at = 0;
    this.editor.load(text);
    this.draw();
  }

  // What the tabs hold: the one that is shown is in the editor.
  textOf(i) {
    return i === this.at ? this.editor.text() : this.list[i].text ?? "";
  }
  text() { return this.textOf(0); }
  texts() { return this.list.map(({ name }, i) => ({ name, text: this.textOf(i) })); }
  modules() { return this.texts().slice(1); }
  current() { return { name: this.list[this.at].name, text: this.editor.text() }; }
  names() { return [...this.list.map(({ name }) => name), ...this.assets.keys()]; }

  show(i) {
    if (i !== this.at) {
      const from = this.list[this.at];
      from.text = this.editor.text();
      from.state = this.editor.state();
      this.at = i;
      const to = this.list[i];
      if (to.state) this.editor.giveState(to.state);
      else this.editor.load(to.text ?? "");
    }
    this.draw();
    this.shown();
  }

  // A sentence, or null.
  add(name) {
    if (!MODULE.test(name)) return "a module's name has letters, digits, - and _, and ends in .lua";
    if (this.names().includes(name)) return `there is a ${name} already`;
    const word = name.split("/").pop().slice(0, -4).replaceAll("-", "_");
    this.list.push({ name, text: `local ${word} = {}\n\nreturn ${word}\n` });
    this.show(this.list.length - 1);
    this.changed();
    return null;
  }

  remove(i) {
    if (i === 0) return;
    this.show(0);
    this.list.splice(i, 1);
    this.draw();
    this.changed();
  }

  // The tab of a file in which something is wrong.
  blame(name) {
    for (const tab of this.parent.children) tab.classList.toggle("wrong", tab.dataset.name === name);
  }

  draw() {
    this.parent.replaceChildren(...this.list.map(({ name }, i) => {
      const tab = document.createElement("button");
      tab.textContent = name;
      tab.dataset.name = name;
      tab.classList.toggle("on", i === this.at);
      tab.onclick = () => this.show(i);
      if (i === 0 || i !== this.at) return tab;
      const gone = Object.assign(document.createElement("i"), { textContent: " \u00d7", title: `remove ${name}` });
      gone.onclick = (event) => {
        event.stopPropagation();
        if (confirm(`Remove ${name}?`)) this.remove(i);
      };
      tab.append(gone);
      return tab;
    }));
  }
}
