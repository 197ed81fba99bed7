/** Electron's name of the global key; '' without one. A single letter alone would take it from every program. */
export const acceleratorOf = (letter: string): string =>
  /^[A-Z0-9]$/.test(letter) ? `CommandOrControl+Shift+${letter}` : '';

/** The label of the icon in the tray. */
export function trayTitle(unread: number, words: (count: string) => string): string {
  return unread > 0 ? `Atrium (${words(unread > 999 ? '999+' : String(unread))})` : 'Atrium';
}
