/** Recently opened items, latest first. Only ids are stored, in this browser only. */
export interface Recent {
  kind: 'task' | 'project' | 'dialog';
  id: number;
}

const KEPT = 12;
const keyOf = (userid: number) => `recent.${userid}`;

export function recentOf(userid: number): Recent[] {
  try {
    const list = JSON.parse(localStorage.getItem(keyOf(userid)) ?? '[]') as Recent[];
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export function noteRecent(userid: number, recent: Recent): void {
  if (userid <= 0 || recent.id <= 0) return;
  const others = recentOf(userid).filter((each) => each.kind !== recent.kind || each.id !== recent.id);
  localStorage.setItem(keyOf(userid), JSON.stringify([recent, ...others].slice(0, KEPT)));
}

/** The item that an address shows. */
export function recentAt(path: string, search: string): Recent | null {
  const params = new URLSearchParams(search);
  const over = Number(params.get('dialog_id'));
  if (over > 0) return { kind: 'dialog', id: over };
  const project = /^\/manage\/project\/(\d{1,9})$/.exec(path);
  if (project) return { kind: 'project', id: Number(project[1]) };
  const dialog = path.startsWith('/manage/messenger') ? Number(params.get('dialog')) : 0;
  return dialog > 0 ? { kind: 'dialog', id: dialog } : null;
}
