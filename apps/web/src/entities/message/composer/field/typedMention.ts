import type { Editor } from '@tiptap/core';
import type { ComposerProps } from '#entities/message/composer/composing.ts';
import type { MentionState } from '#entities/message/mentions/MentionPanel.tsx';
import { type MentionSign, typedMention } from '#entities/message/mentions/mentionChoices.ts';
import { t } from '#sync/language.ts';

const ENDS_NAME = /[\s,.:;!?]/g;

export interface SuggestionState {
  query: string;
  command: (item: { id: string; label: string }) => void;
  clientRect?: (() => DOMRect | null) | null;
}

export const mentionOf = (sign: MentionSign, { query, command, clientRect }: SuggestionState): MentionState => ({
  sign,
  query,
  command,
  rect: clientRect?.() ?? null,
});

/**
 * Makes a mention of a name that was typed to its end instead of chosen. On a busy device several letters arrive as one.
 * @returns whether it did
 */
export function mentionTyped(
  editor: Editor,
  { from, to, typed }: { from: number; to: number; typed: string },
  people: ComposerProps['people'],
): boolean {
  const $from = editor.state.doc.resolve(from);
  if (editor.isActive('code') || editor.isActive('codeBlock')) return false;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC');
  const everyone = [t('mention.all'), 'all'];
  for (const { index } of typed.matchAll(ENDS_NAME)) {
    const found = typedMention(before + typed.slice(0, index), people, everyone);
    if (!found) continue;
    const ahead = typed.slice(0, Math.max(0, index - found.length));
    const attrs = { id: found.id, label: found.label, mentionSuggestionChar: '@' };
    const content = [
      ...(ahead ? [{ type: 'text', text: ahead }] : []),
      { type: 'mention', attrs },
      { type: 'text', text: typed.slice(index) },
    ];
    return editor.commands.insertContentAt({ from: from - Math.max(0, found.length - index), to }, content);
  }
  return false;
}
