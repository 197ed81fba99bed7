import type { Editor } from '@tiptap/core';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { MentionPanelHandle, MentionState } from '#entities/message/mentions/MentionPanel.tsx';
import type { MentionSign } from '#entities/message/mentions/mentionChoices.ts';
import type { SlashCommand } from '#entities/message/programs/slash.ts';
import { useTextEditor } from '#ui/fields/useTextEditor.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import type { ComposerProps } from './composing.ts';
import { type ComposerState, editorOptions } from './field/editorOptions.ts';
import { useFieldContent } from './field/useFieldContent.ts';
import { outgoing, type SendMode } from './outgoing.ts';
import { useDebounced } from './useDebounced.ts';

/** Emoji are suggested for a word after this pause. */
const TEXT_MS = 100;

/** The field without its screen: the editor, what it contains and suggests, and how it is sent. */
export function useComposer(props: ComposerProps) {
  const live = useRef(props);
  live.current = props;
  const { id: dialogId } = props.dialog;
  const [mention, setMention] = useState<MentionState | null>(null);
  const panel = useRef<MentionPanelHandle>(null);
  const now = useRef<ComposerState>({ editor: null, word: '', slash: null, isFull: false });
  const [isEmpty, setEmpty] = useState(true);
  /** The beginning of a command that is being typed; null = none. */
  const [slash, setSlash] = useState<string | null>(null);
  // The only word in the field, once typed; Escape dismisses its suggestions.
  const [word, noteWord] = useDebounced('', TEXT_MS);
  const [isFull, setFull] = useStateOf(dialogId, () => false);
  const [isSelected, setSelected] = useState(false);

  const submit = (editor: Editor, wish?: SendMode) => {
    if (editor.isEmpty || editor.getText().trim() === '') return true;
    const { text, format } = outgoing(editor.getJSON(), wish ?? formatOf(live.current.editing));
    // An edit stays stored until the server has accepted it.
    editor.commands.clearContent(!live.current.editing);
    if (live.current.editing) noteWord('');
    setFull(false);
    live.current.onSend(text, format);
    return true;
  };

  // Created once: new options are applied each time, which redraws the whole field.
  const [options] = useState(() =>
    editorOptions({
      ...{ live, now, panel },
      on: {
        mention: setMention,
        empty: setEmpty,
        word: noteWord,
        slash: setSlash,
        selected: () => setSelected(true),
        submit,
      },
    }),
  );
  const editor = useTextEditor(options);
  now.current = { editor, word, slash, isFull };

  useImperativeHandle(props.ref, () => ({
    focus: () => {
      editor.commands.setTextSelection(editor.state.doc.content.size);
      // At once, not with the editor's next frame: the key that moves the focus is typed into the field.
      editor.view.focus();
    },
    hasFocus: () => editor.view.hasFocus(),
    html: () => (editor.isEmpty ? '' : editor.getHTML()),
    fill: (html) => void editor.chain().setContent(html, { emitUpdate: true }).focus('end').run(),
  }));

  useFieldContent({
    ...{ editor, props },
    onEmpty: setEmpty,
    onWord: noteWord,
    onEdit(begun) {
      noteWord(begun);
      setSlash(null);
    },
    onSwitch: () => setSelected(false),
  });

  // The field takes Escape while it can undo something: the task around it stays open.
  const takesEscape = mention !== null || slash !== null || word !== '' || Boolean(props.reply ?? props.editing);
  useEffect(() => {
    editor.view.dom.setAttribute('data-mantine-stop-propagation', String(takesEscape));
  }, [editor, takesEscape]);

  // Directly after a word the trigger character would be part of it.
  const call = (sign: MentionSign) => {
    const before = editor.state.selection.$from.nodeBefore?.text ?? '';
    editor
      .chain()
      .focus()
      .insertContent(before && !/\s$/.test(before) ? ` ${sign}` : sign)
      .run();
  };

  return {
    editor,
    /** A mention list gets its keys first. */
    panel,
    mention,
    slash,
    isEmpty,
    word,
    isFull,
    setFull,
    /** True once text has been selected: its bar has loaded. */
    isSelected,
    submit: (wish?: SendMode) => submit(editor, wish),
    /** Starts a mention. */
    call,
    /** Puts a command into the field; one without anything to follow is carried out. */
    pickCommand: ({ word, hint }: SlashCommand) => {
      editor
        .chain()
        .focus()
        .clearContent()
        .insertContent(`/${word}${hint ? ' ' : ''}`)
        .run();
      if (!hint) submit(editor);
    },
    insert: (text: string) => void editor.chain().focus().insertContent(text).run(),
    /** Replaces the whole text. */
    replace: (text: string) => void editor.chain().focus().clearContent().insertContent(text).run(),
    focus: () => void editor.commands.focus(),
  };
}

/** Markdown stays Markdown, however plain it looks. */
const formatOf = (editing: ComposerProps['editing']) => (editing?.msg['type'] === 'md' ? 'md' : undefined);
