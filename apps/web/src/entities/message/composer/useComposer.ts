import { createDocument, type Editor, type EditorOptions } from '@tiptap/core';
import Mention from '@tiptap/extension-mention';
import Placeholder from '@tiptap/extension-placeholder';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { EditorState, Selection } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { formats } from '#entities/message/editor/formats.ts';
import { limit } from '#entities/message/editor/limit.ts';
import { takeCaret } from '#entities/message/editor/plainField.ts';
import { isSendKey, sendKeyHere } from '#entities/message/editor/sendKey.ts';
import { quickWord } from '#entities/message/emoji/emojiData.ts';
import type { MentionPanelHandle, MentionState } from '#entities/message/mentions/MentionPanel.tsx';
import { MENTION_SIGNS, type MentionSign, typedMention } from '#entities/message/mentions/mentionChoices.ts';
import { type SlashCommand, typedWord } from '#entities/message/programs/slash.ts';
import { t } from '#sync/language.ts';
import { useTextEditor } from '#ui/fields/useTextEditor.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import classes from './Composer.module.css';
import type { ComposerProps } from './composing.ts';
import { editable, outgoing, type SendWish } from './outgoing.ts';
import { useDebounced } from './useDebounced.ts';

/** Emoji are suggested for a word after this pause. */
const TEXT_MS = 100;

/**
 * The field without its screen: the editor and its keys, mentions, and changes of conversation, edited message or
 * draft.
 */
export function useComposer(props: ComposerProps) {
  const live = useRef(props);
  live.current = props;
  const { id: dialogId } = props.dialog;
  const [mention, setMention] = useState<MentionState | null>(null);
  const panel = useRef<MentionPanelHandle>(null);
  const editorRef = useRef<Editor | null>(null);
  const wordRef = useRef('');
  const slashRef = useRef<string | null>(null);
  const [isEmpty, setEmpty] = useState(true);
  /** The beginning of a command that is being typed; null = none. */
  const [slash, setSlash] = useState<string | null>(null);
  // The only word in the field, once typed; Escape dismisses its suggestions.
  const [word, noteWord] = useDebounced('', TEXT_MS);
  const [isFull, setFull] = useStateOf(dialogId, () => false);
  const [isSelected, setSelected] = useState(false);
  const fullRef = useRef(false);
  fullRef.current = isFull;

  const submit = (editor: Editor, wish?: SendWish) => {
    if (editor.isEmpty || editor.getText().trim() === '') return true;
    const { text, format } = outgoing(editor.getJSON(), wish ?? formatOf(live.current.editing));
    editor.commands.clearContent(true);
    setFull(false);
    live.current.onSend(text, format);
    return true;
  };

  // Created once: new options are applied each time, which redraws the whole field.
  const [options] = useState<Partial<EditorOptions>>(() => ({
    content: props.editing ? editable(props.editing) : props.draft(),
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
            onStart: (state: Suggested) => setMention(mentionOf(char, state)),
            onUpdate: (state: Suggested) => setMention(mentionOf(char, state)),
            onExit: () => setMention(null),
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
        editorRef.current !== null && mentionTyped(editorRef.current, from, to, typed, live.current.people),
      handleKeyDown: (_view, event) => {
        if (event.isComposing) return false;
        if (slashRef.current !== null && panel.current?.onKey(event)) return true;
        if (panel.current?.isOffering) return false;
        // In full screen, line breaks are more frequent than sending.
        if (isSendKey(event, fullRef.current ? 'ctrl' : sendKeyHere()))
          return editorRef.current ? submit(editorRef.current) : false;
        if (event.key === 'Escape' && wordRef.current) {
          noteWord('');
          return true;
        }
        if (event.key === 'Escape' && (live.current.reply || live.current.editing)) {
          live.current.onCancel();
          return true;
        }
        if (event.key === 'ArrowUp' && editorRef.current?.isEmpty) {
          live.current.onEditLast();
          return true;
        }
        return false;
      },
    },
    onUpdate: ({ editor: current }) => {
      setEmpty(current.isEmpty);
      noteWord(quickWord(current.getText()));
      setSlash(live.current.editing ? null : typedWord(current.getText()));
      if (!live.current.editing) live.current.onDraft(current.isEmpty ? '' : current.getHTML());
    },
    onCreate: ({ editor: current }) => setEmpty(current.isEmpty),
    // The bar loads with the first selection.
    onSelectionUpdate: ({ editor: current }) => !current.state.selection.empty && setSelected(true),
  }));
  const editor = useTextEditor(options);
  editorRef.current = editor;
  wordRef.current = word;
  slashRef.current = slash;

  useImperativeHandle(props.ref, () => ({
    focus: () => {
      editor.commands.setTextSelection(editor.state.doc.content.size);
      // At once, not with the editor's next frame: the key that moves the focus is typed into the field.
      editor.view.focus();
    },
    html: () => (editor.isEmpty ? '' : editor.getHTML()),
    fill: (html) => void editor.chain().setContent(html, { emitUpdate: true }).focus('end').run(),
  }));

  const noteWordNow = useEffectEvent(noteWord);
  // The person may have been typing in the plain field before.
  useLayoutEffect(() => {
    const caret = takeCaret();
    if (caret === undefined) return;
    editor.commands.setTextSelection(caret);
    editor.view.focus();
    noteWordNow(quickWord(editor.getText()));
  }, [editor]);

  const shownId = useRef(dialogId);
  useLayoutEffect(() => {
    if (shownId.current === dialogId) return;
    shownId.current = dialogId;
    const { editing, draft } = live.current;
    const begun = editing ? editable(editing) : draft();
    noteWordNow('');
    setSelected(false);
    // Usually both are empty: then only the placeholder changes, a frame later.
    if (begun === '' && isUntouched(editor))
      return afterPaint(() => !editor.isDestroyed && editor.view.dispatch(editor.state.tr));
    beginAnew(editor, begun);
    setEmpty(editor.isEmpty);
    return;
  }, [editor, dialogId]);

  // A renamed conversation: the placeholder is drawn with the document.
  const { placeholder } = props;
  const shownPlaceholder = useRef(placeholder);
  useEffect(() => {
    if (shownPlaceholder.current === placeholder) return;
    shownPlaceholder.current = placeholder;
    return afterPaint(() => !editor.isDestroyed && editor.view.dispatch(editor.state.tr));
  }, [editor, placeholder]);

  const editingId = props.editing?.id ?? 0;
  useEffect(() => {
    if (editingId === 0) return;
    if (live.current.editing) editor.commands.setContent(editable(live.current.editing), { parseOptions: AS_WRITTEN });
    editor.commands.focus('end');
    // The draft returns: an edit replaces it only temporarily.
    return () => {
      editor.commands.setContent(live.current.draft(), { emitUpdate: false, parseOptions: AS_WRITTEN });
      setEmpty(editor.isEmpty);
    };
  }, [editor, editingId]);

  const { replaced = 0 } = props;
  useEffect(() => {
    if (replaced === 0 || live.current.editing) return;
    editor.commands.setContent(live.current.draft(), { emitUpdate: false, parseOptions: AS_WRITTEN });
    setEmpty(editor.isEmpty);
  }, [editor, replaced]);

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
    /** Something has been selected once: its bar has loaded. */
    isSelected,
    submit: (wish?: SendWish) => submit(editor, wish),
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

interface Suggested {
  query: string;
  command: (item: { id: string; label: string }) => void;
  clientRect?: (() => DOMRect | null) | null;
}
const mentionOf = (sign: MentionSign, { query, command, clientRect }: Suggested): MentionState => ({
  sign,
  query,
  command,
  rect: clientRect?.() ?? null,
});

/**
 * Makes a mention of a name that was typed to its end instead of chosen. On a busy device several letters arrive as one.
 * @returns whether it did
 */
function mentionTyped(
  editor: Editor,
  from: number,
  to: number,
  typed: string,
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
const ENDS_NAME = /[\s,.:;!?]/g;

/** Replaces the content by another conversation's, without an undo history. */
function beginAnew(editor: Editor, content: string): void {
  const { state, view } = editor;
  const doc = createDocument(content, editor.schema, AS_WRITTEN);
  view.updateState(EditorState.create({ doc, plugins: state.plugins, selection: Selection.atEnd(doc) }));
}

const isUntouched = ({ isEmpty, state }: Editor): boolean => isEmpty && undoDepth(state) + redoDepth(state) === 0;

/** Markdown stays Markdown, however plain it looks. */
const formatOf = (editing: ComposerProps['editing']) => (editing?.msg['type'] === 'md' ? 'md' : undefined);

/** A draft may end in a space, between two words. */
const AS_WRITTEN = { preserveWhitespace: 'full' } as const;
