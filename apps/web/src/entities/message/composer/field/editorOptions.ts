import type { Editor, EditorOptions } from '@tiptap/core';
import Mention from '@tiptap/extension-mention';
import Placeholder from '@tiptap/extension-placeholder';
import StarterKit from '@tiptap/starter-kit';
import type { RefObject } from 'react';
import classes from '#entities/message/composer/Composer.module.css';
import type { ComposerProps } from '#entities/message/composer/composing.ts';
import { contentOf } from '#entities/message/composer/outgoing.ts';
import { formats } from '#entities/message/editor/formats.ts';
import { limit } from '#entities/message/editor/limit.ts';
import { isSendKey, sendKeyHere } from '#entities/message/editor/sendKey.ts';
import { quickWord } from '#entities/message/emoji/emojiData.ts';
import type { MentionPanelHandle, MentionState } from '#entities/message/mentions/MentionPanel.tsx';
import { MENTION_SIGNS } from '#entities/message/mentions/mentionChoices.ts';
import { typedWord } from '#entities/message/programs/slash.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { mentionOf, mentionTyped, type SuggestionState } from './typedMention.ts';

/** A draft may end in a space, between two words. */
export const AS_WRITTEN = { preserveWhitespace: 'full' } as const;

/** The state of the latest render. */
export interface ComposerState {
  editor: Editor | null;
  /** The only word in the field, for which emoji are suggested. */
  word: string;
  /** The beginning of a command that is being typed; null = none. */
  slash: string | null;
  isFull: boolean;
}

interface Options {
  /** The properties of the latest render. */
  live: RefObject<ComposerProps>;
  now: RefObject<ComposerState>;
  /** A mention list gets its keys first. */
  panel: RefObject<MentionPanelHandle | null>;
  /** The callbacks of the editor. */
  on: {
    mention: (mention: MentionState | null) => void;
    empty: (isEmpty: boolean) => void;
    word: (word: string) => void;
    slash: (slash: string | null) => void;
    selected: () => void;
    /** Returns whether the key is done with. */
    submit: (editor: Editor) => boolean;
  };
}

/** Formats, suggestions and keys of the field's editor. They read the latest state, because they are set once. */
export function editorOptions({ live, now, panel, on }: Options): Partial<EditorOptions> {
  return {
    content: contentOf(live.current),
    parseOptions: AS_WRITTEN,
    extensions: [
      StarterKit.configure({
        heading: false,
        horizontalRule: false,
        link: { openOnClick: false, autolink: true },
        trailingNode: false,
      }),
      ...formats,
      limit(() => live.current.maxLength),
      Placeholder.configure({ placeholder: () => live.current.placeholder }),
      Mention.configure({
        HTMLAttributes: { class: 'mention user' },
        suggestions: MENTION_SIGNS.map((char) => ({
          char,
          items: () => [],
          render: () => ({
            onStart: (state: SuggestionState) => on.mention(mentionOf(char, state)),
            onUpdate: (state: SuggestionState) => on.mention(mentionOf(char, state)),
            onExit: () => on.mention(null),
            onKeyDown: ({ event }: { event: KeyboardEvent }) => panel.current?.onKey(event) ?? false,
          }),
        })),
      }),
    ],
    editorProps: {
      attributes: () => ({
        class: classes.field ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': live.current.placeholder,
      }),
      handlePaste: (_view, event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        // A copied table or page includes a picture of itself: then the text counts.
        const hasWords = event.clipboardData?.types.includes('text/html') && event.clipboardData.getData('text/plain');
        if (files.length === 0 || hasWords) return false;
        live.current.onFiles(files);
        return true;
      },
      // Files are handled by the conversation around it.
      handleDrop: (_view, event) => (event.dataTransfer?.files.length ?? 0) > 0,
      handleTextInput: (_view, from, to, typed) =>
        now.current.editor !== null && mentionTyped(now.current.editor, { from, to, typed }, live.current.people),
      handleKeyDown: (_view, event) => {
        if (isComposing(event)) return false;
        if (now.current.slash !== null && panel.current?.onKey(event)) return true;
        if (panel.current?.isOffering) return false;
        // In full screen, line breaks are more frequent than sending.
        if (isSendKey(event, now.current.isFull ? 'ctrl' : sendKeyHere()))
          return now.current.editor ? on.submit(now.current.editor) : false;
        if (event.key === 'Escape' && now.current.word) {
          on.word('');
          return true;
        }
        if (event.key === 'Escape' && (live.current.reply || live.current.editing)) {
          live.current.onCancel();
          return true;
        }
        if (event.key === 'ArrowUp' && now.current.editor?.isEmpty) {
          live.current.onEditLast();
          return true;
        }
        return false;
      },
    },
    onUpdate: ({ editor: current }) => {
      on.empty(current.isEmpty);
      on.word(quickWord(current.getText()));
      on.slash(live.current.editing ? null : typedWord(current.getText()));
      const html = current.isEmpty ? '' : current.getHTML();
      if (live.current.editing) live.current.onEdit?.(live.current.editing.id, html);
      else live.current.onDraft(html);
    },
    onCreate: ({ editor: current }) => on.empty(current.isEmpty),
    // The bar loads with the first selection.
    onSelectionUpdate: ({ editor: current }) => !current.state.selection.empty && on.selected(),
  };
}
