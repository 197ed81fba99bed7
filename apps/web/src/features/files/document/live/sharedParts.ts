import type { Parts } from '@atrium/richtext/document/parts.ts';
import { UndoManager } from 'yjs';
import type { Chosen, Pointer, SharedParts } from '#entities/viewer/parts.ts';
import { colorOf } from './carets.ts';
import { nameOf, type OpenDocument } from './useSharedDocument.ts';

/** The field of the shared state with the parts of drawings, mind maps and spreadsheets. */
const PARTS = 'parts';
const OWN = 'own';
/** Own changes within this time are taken back together. */
const TOGETHER_MS = 400;

interface Caret extends Omit<Chosen, 'place'> {
  anchor: string | null;
}

/** A drawing, mind map or spreadsheet in the shared state of a document. */
export function sharedPartsOf({ shared, subscribe }: OpenDocument): SharedParts {
  const { doc } = shared;
  const map = doc.getMap(PARTS);
  /** Calls with the others' carets, now and when they have changed. */
  function onCarets<T>(of: (caret: Caret) => T[], run: (all: readonly T[]) => void): () => void {
    let last = '[]';
    const report = () => {
      const all = [...shared.carets.values()].flatMap(({ key, client, userid, anchor }) =>
        client === doc.clientID ? [] : of({ key, name: nameOf(userid), color: colorOf(userid), anchor }),
      );
      const now = JSON.stringify(all);
      if (now === last) return;
      last = now;
      run(all);
    };
    report();
    return subscribe(report);
  }
  const undo = new UndoManager(map, { trackedOrigins: new Set([OWN]), captureTimeout: TOGETHER_MS });
  return {
    all: () => new Map(map.entries()),
    change: (changes) =>
      doc.transact(() => {
        for (const [key, value] of changes) {
          if (value === undefined) map.delete(key);
          else map.set(key, value);
        }
      }, OWN),
    onChanged(run) {
      const observe: Parameters<typeof map.observe>[0] = (event, { origin }) => {
        if (origin === OWN) return;
        const changes: Parts = new Map();
        for (const key of event.keysChanged) changes.set(key, map.get(key));
        run(changes);
      };
      map.observe(observe);
      return () => map.unobserve(observe);
    },
    undo: () => void undo.undo(),
    redo: () => void undo.redo(),
    point: (at) => shared.setCaret({ client: doc.clientID, anchor: at && JSON.stringify([at.x, at.y]), head: null }),
    onPointers: (run) =>
      onCarets(({ anchor, ...person }): Pointer[] => {
        const at = placeIn(anchor);
        return at ? [{ ...person, x: at[0], y: at[1] }] : [];
      }, run),
    select: (place) => shared.setCaret({ client: doc.clientID, anchor: place, head: null }),
    onSelections: (run) =>
      onCarets(({ anchor, ...person }): Chosen[] => (anchor === null ? [] : [{ ...person, place: anchor }]), run),
  };
}

function placeIn(anchor: string | null): [x: number, y: number] | null {
  try {
    const [x, y] = JSON.parse(anchor ?? 'null') as [unknown, unknown];
    return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x + y) ? [x, y] : null;
  } catch {
    return null;
  }
}
