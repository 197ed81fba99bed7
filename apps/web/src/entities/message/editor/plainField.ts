import { escapeText } from '@atrium/richtext/html/escape.ts';
import type { JSONContent } from '@tiptap/core';

/** What the plain field has and the composer takes over: the words (by the draft), and the place of the caret. */
let caret: number | undefined;
let composed: Promise<void> = Promise.resolve();
let endComposition = () => {};

/** The plain field is going; `offset` in its text, undefined where somebody writes elsewhere. */
export function leaveCaret(text: string, offset: number | undefined): void {
  // Each line is a paragraph, which has a beginning and an end of its own.
  caret = offset === undefined ? undefined : offset + 1 + text.slice(0, offset).split('\n').length - 1;
  // Taken over at once, or not at all: somebody has left the conversation.
  setTimeout(() => {
    caret = undefined;
  });
}
export function takeCaret(): number | undefined {
  const taken = caret;
  caret = undefined;
  return taken;
}

/** Signs that are put together from several keys are not interrupted. */
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
/** The plain field is in the page, and drawn a moment later. */
export function notePainted(): void {
  requestAnimationFrame(() => setTimeout(painted.resolve));
}
export const whenPainted = (): Promise<void> => painted.promise;

/** The words of a draft, one line each paragraph; undefined where it holds more than words. */
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

/** As the composer would have it. */
export const docFrom = (text: string): JSONContent => ({
  type: 'doc',
  content: linesOf(text).map((line) => ({ type: 'paragraph', content: line ? [{ type: 'text', text: line }] : [] })),
});
