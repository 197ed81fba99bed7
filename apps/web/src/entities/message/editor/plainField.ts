import { escapeText } from '@atrium/richtext/html/escape.ts';
import type { JSONContent } from '@tiptap/core';

/** The state of the plain field that the composer takes over: the text (by the draft), and the caret. */
let caret: number | undefined;
let composed: Promise<void> = Promise.resolve();
let endComposition = () => {};

/** Called when the plain field is removed; `offset` in its text, undefined without the focus. */
export function leaveCaret(text: string, offset: number | undefined): void {
  // Each line is a paragraph, which has a position for its start and one for its end.
  caret = offset === undefined ? undefined : offset + 1 + text.slice(0, offset).split('\n').length - 1;
  // The caret is taken over at once, or not at all because the person has left the conversation.
  setTimeout(() => {
    caret = undefined;
  });
}
export function takeCaret(): number | undefined {
  const taken = caret;
  caret = undefined;
  return taken;
}

/** Handlers for text composition by an input method, which must not be interrupted. */
export const onComposition = {
  start(): void {
    composed = new Promise((resolve) => {
      endComposition = resolve;
    });
  },
  end: (): void => endComposition(),
};
export const whenComposed = (): Promise<void> => composed;

const painted = Promise.withResolvers<void>();
/** Called when the plain field is on the page; it is painted a moment later. */
export function notePainted(): void {
  requestAnimationFrame(() => setTimeout(painted.resolve));
}
export const whenPainted = (): Promise<void> => painted.promise;

/** The text of a draft, one line per paragraph; undefined if it contains more than text. */
export function wordsOf(draft: string): string | undefined {
  if (/<(?!\/?(?:p|br)\b)/i.test(draft)) return undefined;
  const page = new DOMParser().parseFromString(draft.replaceAll(/<br[^<>]*>/gi, '\n'), 'text/html');
  const lines = [...page.querySelectorAll('p')].map((line) => line.textContent);
  return lines.length > 0 ? lines.join('\n') : page.body.textContent;
}

const linesOf = (text: string) => text.split('\n');
export const draftFrom = (text: string): string =>
  text === ''
    ? ''
    : linesOf(text)
        .map((line) => `<p>${escapeText(line)}</p>`)
        .join('');

/** The composer's document for this text. */
export const docFrom = (text: string): JSONContent => ({
  type: 'doc',
  content: linesOf(text).map((line) => ({ type: 'paragraph', content: line ? [{ type: 'text', text: line }] : [] })),
});
