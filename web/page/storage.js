// storage.js: what is being worked on, kept in the browser.
const NAME = "cairn";

// A sentence when it cannot be kept, once; the page goes on without.
let complained = false;
export function keep(work) {
  try {
    localStorage.setItem(NAME, JSON.stringify(work));
    complained = false;
    return null;
  } catch (problem) {
    if (complained) return null;
    complained = true;
    const full = problem.name === "QuotaExceededError";
    return full ? "the browser's storage is full: this text is not kept when the page is closed; Save writes a file"
      : "the browser keeps nothing for this page: Save writes a file";
  }
}

export function kept() {
  try {
    const work = JSON.parse(localStorage.getItem(NAME));
    return typeof work?.text === "string" ? work : null;
  } catch {
    return null;
  }
}
