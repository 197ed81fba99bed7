import { create } from 'zustand';

/** A notice at the edge of the screen: what happened, and an undo button if possible. */
export interface Notice {
  id: number;
  text: string;
  /** The kind; `news` is caused by somebody else. */
  kind: 'info' | 'news' | 'error';
  action?: { label: string; run: () => void };
  /** True to show it until it is closed. */
  stays?: true;
}

interface Notices {
  list: readonly Notice[];
  dismiss(id: number): void;
}

let serial = 0;
const UNDO_MS = 6000;
const INFO_MS = 2500;
const SHOWN = 3;

export const useNotices = create<Notices>((set) => ({
  list: [],
  dismiss: (id) => set((state) => ({ list: state.list.filter((notice) => notice.id !== id) })),
}));

/** Shows a notice. Errors and undoable notices stay for 6 s, others for 2.5 s; with `stays` until they are closed. */
export function notify(
  text: string,
  opts: { kind?: Notice['kind']; action?: Notice['action']; stays?: boolean } = {},
): void {
  serial += 1;
  const { kind = 'info', action, stays } = opts;
  const notice: Notice = { id: serial, text, kind, ...(action && { action }), ...(stays && { stays }) };
  useNotices.setState(({ list }) => ({ list: [...withRoom(list), notice] }));
  if (stays) return;
  const isLong = notice.kind === 'error' || notice.action;
  setTimeout(() => useNotices.getState().dismiss(notice.id), isLong ? UNDO_MS : INFO_MS);
}

/**
 * Returns the list with space for another notice: the oldest is removed, but one that stays only for others that stay.
 */
function withRoom(list: readonly Notice[]): readonly Notice[] {
  if (list.length < SHOWN) return list;
  const oldest = list.find((each) => !each.stays) ?? list[0];
  return list.filter((each) => each !== oldest);
}

/** Shows success at once, with an undo button; removed if the change is refused. */
export function notifyUndo(done: Promise<unknown>, text: string, action: NonNullable<Notice['action']>): void {
  notify(text, { action });
  const id = serial;
  done.catch(() => useNotices.getState().dismiss(id));
}
