// editor.js: CodeMirror for a scene: Lua's colours, completion from the type files, errors at their
// line.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit,
  syntaxHighlighting } from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers }
  from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "#c792ea" },
  { tag: [tags.string, tags.special(tags.string)], color: "#b5d78a" },
  { tag: tags.number, color: "#f0a36b" },
  { tag: tags.comment, color: "#76838f", fontStyle: "italic" },
  { tag: [tags.standard(tags.variableName), tags.atom], color: "#7fc4e8" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "#171b20", color: "#d6dde4" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: "1.45" },
  ".cm-gutters": { backgroundColor: "#171b20", color: "#56616b", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "#1f252c" },
  ".cm-cursor": { borderLeftColor: "#e8edf2" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "#2f4459 !important" },
  ".cm-tooltip": { backgroundColor: "#232a32", border: "1px solid #3b4651", color: "#d6dde4",
    maxWidth: "34em" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "#35506b" },
  ".cm-api": { padding: "4px 8px", whiteSpace: "pre-wrap" },
}, { dark: true });

// api: [{ label, owner, kind, detail, info }]
function complete(api) {
  return (context) => {
    const word = context.matchBefore(/[\w]*[.:]?[\w]*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const [, owner, mark, begun] = /^(\w*?)([.:]?)(\w*)$/.exec(word.text) ?? [];
    if (!mark && begun.length < 2 && !context.explicit) return null;
    const fits = (entry) => {
      if (mark === ":") return entry.kind === "method";
      if (mark === ".") return entry.kind !== "method" && entry.owner === owner;
      return entry.kind === "key" || entry.kind === "table";
    };
    const options = api.filter(fits).map((entry) => ({
      label: entry.label, detail: entry.detail, info: entry.info || undefined,
      type: entry.kind === "key" ? "property" : entry.kind === "table" ? "namespace" : "function",
    }));
    return options.length ? { from: word.to - begun.length, options, validFor: /^\w*$/ } : null;
  };
}

function hover(api) {
  return hoverTooltip((view, place) => {
    const range = view.state.wordAt(place);
    if (!range) return null;
    const word = view.state.sliceDoc(range.from, range.to);
    const mark = view.state.sliceDoc(range.from - 1, range.from);
    const found = api.filter((entry) => entry.label === word &&
      (mark === ":" ? entry.kind === "method" : entry.kind !== "method"));
    if (!found.length) return null;
    return {
      pos: range.from, end: range.to, above: true,
      create() {
        const dom = document.createElement("div");
        dom.className = "cm-api";
        dom.textContent = found.slice(0, 4)
          .map((entry) => `${entry.owner ? entry.owner + " " : ""}${entry.label}${entry.detail ?? ""}\n${entry.info ?? ""}`.trim())
          .join("\n\n");
        return { dom };
      },
    };
  });
}

export function createEditor(parent, { api, changed }) {
  const extensions = [
    lineNumbers(), history(), drawSelection(), highlightActiveLine(), indentOnInput(),
    bracketMatching(), lintGutter(), indentUnit.of("  "), EditorState.tabSize.of(2),
    StreamLanguage.define(lua), syntaxHighlighting(colours), look,
    autocompletion({ override: [complete(api)] }), hover(api),
    keymap.of([indentWithTab, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => { if (update.docChanged) changed(); }),
    EditorView.contentAttributes.of({ "aria-label": "the script" }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  return {
    view,
    text: () => view.state.doc.toString(),
    // what an editor holds, with the steps that undo it, for as long as another is shown in it
    state: () => view.state,
    giveState: (state) => view.setState(state),
    // a new document: without the steps that undo the one before
    load: (text) => view.setState(EditorState.create({ doc: text, extensions })),
    // problems: [{ line, message }]
    mark(problems) {
      const doc = view.state.doc;
      const marks = problems.filter(({ line }) => line >= 1).map(({ line, message }) => {
        const { from, to, text } = doc.line(Math.min(line, doc.lines));
        return { from: from + /^\s*/.exec(text)[0].length, to, severity: "error", message };
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
  };
}
