import { createDocument, type Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { EditorState, Selection } from '@tiptap/pm/state';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { ComposerProps } from '#entities/message/composer/composing.ts';
import { contentOf } from '#entities/message/composer/outgoing.ts';
import { takeCaret } from '#entities/message/editor/plainField.ts';
import { quickWord } from '#entities/message/emoji/emojiData.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { AS_WRITTEN } from './editorOptions.ts';

interface Options {
  editor: Editor;
  props: ComposerProps;
  onEmpty: (isEmpty: boolean) => void;
  onWord: (word: string) => void;
  /** Called when an edit begins, with the only word of its text. */
  onEdit: (word: string) => void;
  /** Called when another conversation begins. */
  onSwitch: () => void;
}

/** Fills the field: what the plain one contained, another conversation's draft, a message to edit, a changed draft. */
export function useFieldContent({ editor, props, onEmpty, onWord, onEdit, onSwitch }: Options) {
  const live = useRef(props);
  live.current = props;
  const { id: dialogId } = props.dialog;
  const noteWord = useEffectEvent(onWord);
  const noteEmpty = useEffectEvent(() => onEmpty(editor.isEmpty));
  const noteEdit = useEffectEvent(onEdit);
  const noteSwitch = useEffectEvent(onSwitch);
  // The person may have been typing in the plain field before.
  useLayoutEffect(() => {
    const caret = takeCaret();
    if (caret === undefined) return;
    editor.commands.setTextSelection(caret);
    editor.view.focus();
    noteWord(quickWord(editor.getText()));
  }, [editor]);

  const shownId = useRef(dialogId);
  useLayoutEffect(() => {
    if (shownId.current === dialogId) return;
    shownId.current = dialogId;
    const begun = contentOf(live.current);
    noteWord('');
    noteSwitch();
    // Usually both are empty: then only the placeholder changes, a frame later.
    if (begun === '' && isUntouched(editor))
      return afterPaint(() => !editor.isDestroyed && editor.view.dispatch(editor.state.tr));
    resetEditor(editor, begun);
    noteEmpty();
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
    // Without an update, which would store the text as an edit before anything was changed.
    editor.commands.setContent(contentOf(live.current), { emitUpdate: false, parseOptions: AS_WRITTEN });
    noteEmpty();
    noteEdit(quickWord(editor.getText()));
    editor.commands.focus('end');
    // The draft returns: an edit replaces it only temporarily.
    return () => {
      editor.commands.setContent(live.current.draft(), { emitUpdate: false, parseOptions: AS_WRITTEN });
      noteEmpty();
    };
  }, [editor, editingId]);

  const { replaced = 0 } = props;
  useEffect(() => {
    if (replaced === 0 || live.current.editing) return;
    editor.commands.setContent(live.current.draft(), { emitUpdate: false, parseOptions: AS_WRITTEN });
    noteEmpty();
  }, [editor, replaced]);
}

/** Replaces the content by another conversation's, without an undo history. */
function resetEditor(editor: Editor, content: string): void {
  const { state, view } = editor;
  const doc = createDocument(content, editor.schema, AS_WRITTEN);
  view.updateState(EditorState.create({ doc, plugins: state.plugins, selection: Selection.atEnd(doc) }));
}

const isUntouched = ({ isEmpty, state }: Editor): boolean => isEmpty && undoDepth(state) + redoDepth(state) === 0;
