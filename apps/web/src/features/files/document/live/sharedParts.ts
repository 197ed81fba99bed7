import type { Parts } from '@atrium/richtext/document/parts.ts';
import { UndoManager } from 'yjs';
import type { Pointer, SharedParts } from '#entities/viewer/parts.ts';
import { colorOf } from './carets.ts';
import { nameOf, type Opened } from './useSharedDocument.ts';

/** Where the shared state keeps the parts of drawings and mind maps. */
const PARTS = 'parts';
const OWN = 'own';
/** Own changes within this time are taken back together. */
const TOGETHER_MS = 400;

/** A drawing or mind map in the shared state of a document. */
export function sharedPartsOf({ shared, subscribe }: Opened): SharedParts {
  const { doc } = shared;
  const map = doc.getMap(PARTS);
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
    onPointers(run) {
      let last = '';
      return subscribe(() => {
        const pointers = [...shared.carets.values()].flatMap(({ key, client, userid, anchor }): Pointer[] => {
          const at = client === doc.clientID ? null : placeIn(anchor);
          return at ? [{ key, name: nameOf(userid), color: colorOf(userid), x: at[0], y: at[1] }] : [];
        });
        const now = JSON.stringify(pointers);
        if (now === last) return;
        last = now;
        run(pointers);
      });
    },
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
