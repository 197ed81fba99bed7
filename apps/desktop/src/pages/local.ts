import type { ShellTexts } from '@atrium/i18n/shell.ts';

export interface StartContent {
  texts: Record<string, string>;
  servers: { url: string; name: string }[];
  /** The reason for the page: a key of the texts; '' = the person wants to choose. */
  problem: string;
}
export interface ScreensContent {
  texts: Record<string, string>;
  sources: { id: string; name: string; picture: string }[];
}
export type StartChoice = { connect: string } | { remove: string } | { retry: true };

declare global {
  var atriumLocal: { load(): Promise<unknown>; choose(chosen: unknown): Promise<unknown> };
}

export const wordsFrom =
  (texts: Record<string, string>): ShellTexts =>
  (key, data = {}) =>
    (texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, hole: string) => data[hole] ?? '');

export function element<K extends keyof HTMLElementTagNameMap>(
  kind: K,
  text: string,
  props: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(kind);
  made.textContent = text;
  return Object.assign(made, props);
}
