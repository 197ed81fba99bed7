import { escapeAttribute, escapeText } from './escape.ts';
import { REMOTE_URL } from './urls.ts';

export type ShareKind = 'file' | 'report';

/** The stored form of a mention. User 0 is everyone. `name` comes without its trigger character. */
export function mentionTag(kind: 'user' | 'task', id: number, name: string): string {
  return `<span class="mention ${kind}" data-id="${id}">${kind === 'user' ? '@' : '#'}${escapeText(name.trim())}</span>`;
}

/** The stored form of a mentioned file or report, by its share code. */
export function shareMention(kind: ShareKind, code: string, name: string): string {
  const path = kind === 'file' ? 'single/file/' : 'single/report/detail/';
  const sign = kind === 'file' ? '~' : '%';
  return `<a class="mention ${kind}" href="${REMOTE_URL}${path}${escapeAttribute(code)}" target="_blank">${sign}${escapeText(name.trim())}</a>`;
}
