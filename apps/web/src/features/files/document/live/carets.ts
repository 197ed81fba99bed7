import type { SharedDocument } from '@atrium/client/documents/sharedDocument.ts';
import { Extension } from '@tiptap/core';
import { yCursorPlugin } from '@tiptap/y-tiptap';
import type { OpenDocument } from './useSharedDocument.ts';

/** Dark enough for white letters, in both themes. */
const COLORS = ['#b4442f', '#8a5a00', '#3f7d20', '#0f766e', '#1d5fbf', '#5b4bc4', '#8e3fae', '#b02a6b'];
export const colorOf = (userid: number): string => COLORS[userid % COLORS.length] ?? '#5b4bc4';

interface State {
  user?: { name: string; color: string };
  cursor?: { anchor: unknown; head: unknown } | null;
}
type Listener = (change: { added: number[]; updated: number[]; removed: number[] }, origin: unknown) => void;

/**
 * The carets of people, as the library for carets expects them (`y-protocols/awareness`). Names come from the workspace
 * and not from the others' clients, and our own caret goes to the server instead of to everybody.
 */
class Places {
  readonly doc: SharedDocument['doc'];
  readonly clientID: number;
  readonly #shared: SharedDocument;
  readonly #nameOf: (userid: number) => string;
  readonly #listeners = new Set<Listener>();
  #own: State = {};
  #others = new Map<number, State>();

  constructor(shared: SharedDocument, nameOf: (userid: number) => string) {
    this.doc = shared.doc;
    this.clientID = shared.doc.clientID;
    this.#shared = shared;
    this.#nameOf = nameOf;
  }

  getLocalState = (): State => this.#own;
  getStates = (): Map<number, State> => new Map([...this.#others, [this.clientID, this.#own]]);
  on = (_name: string, run: Listener): void => void this.#listeners.add(run);
  off = (_name: string, run: Listener): void => void this.#listeners.delete(run);

  setLocalStateField = (field: string, value: State['cursor']): void => {
    if (field !== 'cursor') return;
    this.#own = { cursor: value ?? null };
    const text = (position: unknown) => (position ? JSON.stringify(position) : null);
    this.#shared.setCaret({ client: this.clientID, anchor: text(value?.anchor), head: text(value?.head) });
  };

  /** Reads the others' places again. */
  update(): void {
    const before = this.#others;
    this.#others = new Map();
    for (const { client, userid, anchor, head } of this.#shared.carets.values()) {
      if (client === this.clientID) continue;
      const cursor = anchor && head ? { anchor: parsed(anchor), head: parsed(head) } : null;
      const user = { name: this.#nameOf(userid), color: colorOf(userid) };
      this.#others.set(client, { user, cursor: cursor?.anchor && cursor.head ? cursor : null });
    }
    if (JSON.stringify([...before]) === JSON.stringify([...this.#others])) return;
    const change = {
      added: [...this.#others.keys()].filter((id) => !before.has(id)),
      updated: [...this.#others.keys()].filter((id) => before.has(id)),
      removed: [...before.keys()].filter((id) => !this.#others.has(id)),
    };
    for (const run of this.#listeners) run(change, 'remote');
  }
}

/** Null for invalid data of another client. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** The carets of others, with their names. */
export const carets = (opened: OpenDocument, nameOf: (userid: number) => string) => {
  const places = new Places(opened.shared, nameOf);
  let stop: (() => void) | undefined;
  return Extension.create({
    name: 'carets',
    onCreate: () => {
      stop = opened.subscribe(() => places.update());
      places.update();
    },
    onDestroy: () => stop?.(),
    addProseMirrorPlugins: () => [
      yCursorPlugin(places as never, {
        cursorBuilder: (user: { name: string; color: string }) => {
          const caret = document.createElement('span');
          caret.className = 'caret';
          caret.style.setProperty('--caret', user.color);
          const name = document.createElement('span');
          name.textContent = user.name;
          caret.append(name);
          return caret;
        },
        selectionBuilder: (user: { color: string }) => ({ style: `background-color: ${user.color}33` }),
      }),
    ],
  });
};
