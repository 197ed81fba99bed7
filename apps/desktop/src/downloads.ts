import type { ShellEvent } from '@atrium/contract/shell/bridge.ts';

/** A name that every file system takes: no folders, no reserved characters or names. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/[<>:"|?*\u0000-\u001f]/g, '_')
    // They would show `photo.exe` as `photoexe.jpg`.
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(0, 200)
    .replace(/[. ]{1,20}$/, '');
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain);
  return !plain || isReserved || /^\.+$/.test(plain) ? `file-${plain.replace(/^\.{1,9}/, '')}` : plain;
}

/** `plan (2).pdf`, if the name is taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const safe = safeName(name);
  if (!isTaken(safe)) return safe;
  const [, stem = safe, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/.exec(safe) ?? [];
  for (let count = 2; ; count += 1) {
    const next = `${stem} (${count})${ending}`;
    if (!isTaken(next)) return next;
  }
}

/** The progress of all running downloads in the taskbar: a share of 1, 2 while a size is unknown, -1 for none. */
export function progressOf(running: Iterable<{ received: number; total: number }>): number {
  const all = [...running];
  if (all.length === 0) return -1;
  if (all.some(({ total }) => total <= 0)) return 2;
  const [received, total] = all.reduce(([has, of], each) => [has + each.received, of + each.total], [0, 0]);
  return Math.min(received / total, 1);
}

export const downloadEvent = (
  id: string,
  name: string,
  received: number,
  total: number,
  state: 'running' | 'done' | 'failed',
): ShellEvent<'download'> => ({ id, name, received, total, state });
