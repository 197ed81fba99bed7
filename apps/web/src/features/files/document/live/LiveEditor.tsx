import type { DocumentComment } from '@atrium/contract/files/documents.ts';
import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { mentionTag } from '@atrium/richtext/html/mentionTags.ts';
import { type Editor, Extension } from '@tiptap/core';
import { Collaboration } from '@tiptap/extension-collaboration';
import Placeholder from '@tiptap/extension-placeholder';
import { PluginKey } from '@tiptap/pm/state';
import { EditorContent } from '@tiptap/react';
import { Suggestion } from '@tiptap/suggestion';
import { memo, useEffect, useRef, useState } from 'react';
import type { ComposerDialog } from '#entities/message/composer/composing.ts';
import { MentionPanel, type MentionPanelHandle, type MentionState } from '#entities/message/mentions/MentionPanel.tsx';
import type { MentionSign } from '#entities/message/mentions/mentionChoices.ts';
import { t } from '#sync/language.ts';
import { useTextEditor } from '#ui/fields/useTextEditor.ts';
import type { Block } from './blocks.ts';
import { carets } from './carets.ts';
import { commentMarks, showComments } from './commentMarks.ts';
import { type EditedFormula, FormulaModal } from './FormulaModal.tsx';
import { documentFormats, lineFormats } from './formats.ts';
import { InsertPanel, type InsertState } from './InsertPanel.tsx';
import classes from './Live.module.css';
import { Templates } from './Templates.tsx';
import { Toolbar } from './Toolbar.tsx';
import { nameOf, type OpenDocument } from './useSharedDocument.ts';

interface Props {
  file: DriveFile;
  opened: OpenDocument;
  mayWrite: boolean;
  comments: readonly DocumentComment[];
  chosen: number;
  onChoose: (id: number) => void;
  onComment: () => void;
  onEditor: (editor: Editor | null) => void;
}

/** People and tasks: everybody in the workspace, and one's own tasks. */
const ANYBODY = { id: 0, type: 'group', group_type: 'user', owner_id: 0, link_id: 0 } as unknown as ComposerDialog;

/** The editor. It does not render again after saving, which happens after each key. */
export const LiveEditor = memo(function LiveEditor(props: Props) {
  const { file, opened, mayWrite, comments, chosen, onChoose, onComment, onEditor } = props;
  const { shared } = opened;
  const isText = shared.format === 'text';
  const [mention, setMention] = useState<MentionState | null>(null);
  const [formula, setFormula] = useState<EditedFormula | null>(null);
  const [insert, setInsert] = useState<InsertState | null>(null);
  const panel = useRef<MentionPanelHandle>(null);
  const pointed = useRef<{ left: number; top: number; time: number } | null>(null);
  const blocks = useRef<MentionPanelHandle>(null);
  const live = useRef({ onChoose });
  live.current = { onChoose };
  const [options] = useState(() => {
    const editFormula = (at: number, tex: string) => setFormula({ at, tex, isBlock: false });
    const newFormula = () => setFormula({ at: -1, tex: '', isBlock: true });
    const suggestions = [
      ...(['@', '#'] as const).map((sign) => mentions(sign, setMention, panel)),
      inserts(setInsert, blocks, newFormula),
    ];
    return {
      editable: mayWrite,
      extensions: [
        ...(isText ? lineFormats() : [...documentFormats(editFormula), ...suggestions]),
        Collaboration.configure({ document: shared.doc }),
        carets(opened, nameOf),
        commentMarks((id) => live.current.onChoose(id)),
        leaving,
        Placeholder.configure({ placeholder: () => t(isText ? 'drive.words_first' : 'document.words_first') }),
      ],
      editorProps: {
        attributes: {
          class: `${classes.page} ${isText ? classes.lines : ''}`,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': t('drive.words_of', { name: fullName(file) }),
        },
        handleKeyDown: (_view: unknown, event: KeyboardEvent) => {
          // Everything is saved already; the browser would save the page.
          if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return false;
          event.preventDefault();
          return true;
        },
      },
    };
  });
  const editor = useTextEditor(options);
  useEffect(() => {
    onEditor(editor);
    return () => onEditor(null);
  }, [editor, onEditor]);
  useEffect(() => {
    // A new one is for writing at once; on a phone the keyboard would cover half of it.
    const isNew = editor.isEditable && editor.isEmpty && !matchMedia('(pointer: coarse)').matches;
    if (isNew) editor.commands.focus();
  }, [editor]);
  useEffect(() => {
    if (editor.isEditable === mayWrite) return;
    editor.setEditable(mayWrite, false);
    const at = pointed.current;
    // Somebody has clicked where they want to write before it was known that they may.
    if (mayWrite && at && performance.now() - at.time < EARLY_MS) {
      editor.commands.focus(editor.view.posAtCoords(at)?.pos ?? 'end');
    }
  }, [editor, mayWrite]);
  useEffect(() => {
    if (editor.isDestroyed) return;
    const threads = comments.filter(({ thread_id }) => thread_id === 0);
    showComments(editor, { threads, chosen });
  }, [editor, comments, chosen]);
  return (
    <div className={classes.writing} data-keeps-escape>
      <Toolbar
        editor={editor}
        isText={isText}
        mayWrite={mayWrite}
        onComment={onComment}
        onFormula={(isBlock) => setFormula({ at: -1, tex: '', isBlock })}
      />
      <div
        className={classes.scroll}
        onPointerDown={({ clientX, clientY }) => {
          pointed.current = mayWrite ? null : { left: clientX, top: clientY, time: performance.now() };
        }}
      >
        <EditorContent editor={editor} className={classes.content} />
        {mayWrite && !isText && <Templates editor={editor} />}
      </div>
      {mention && <MentionPanel ref={panel} state={mention} dialog={ANYBODY} people={[]} />}
      {insert && <InsertPanel ref={blocks} state={insert} field={editor.view.dom} />}
      {formula && <FormulaModal editor={editor} formula={formula} onClose={() => setFormula(null)} />}
    </div>
  );
});

/** A click counts for this long while the server still checks if the person may write. */
const EARLY_MS = 5000;

/** Escape leaves the text, and the next one closes what it is in: nobody loses the document by a key. */
const leaving = Extension.create({
  ...{ name: 'leaving', priority: 1 },
  addKeyboardShortcuts: () => ({
    Escape: ({ editor }) => {
      editor.view.dom.closest('section')?.querySelector('h2')?.focus();
      return true;
    },
  }),
});

interface Suggested {
  query: string;
  command: (item: { id: string; label: string }) => void;
  clientRect?: (() => DOMRect | null) | null;
}

/** `@` mentions people, `#` embeds tasks. */
function mentions(
  sign: Extract<MentionSign, '@' | '#'>,
  show: (state: MentionState | null) => void,
  panel: { current: MentionPanelHandle | null },
) {
  const stateOf = ({ query, command, clientRect }: Suggested): MentionState => ({
    ...{ sign, query, command, rect: clientRect?.() ?? null },
  });
  return Extension.create({
    name: `mentions${sign}`,
    addProseMirrorPlugins() {
      return [
        Suggestion<unknown, { id: string; label: string }>({
          editor: this.editor,
          char: sign,
          pluginKey: new PluginKey(`mentions${sign}`),
          items: () => [],
          allow: ({ state, range }) => {
            const { parent } = state.doc.resolve(range.from);
            return parent.type.spec.code !== true;
          },
          command: ({ editor, range, props }) => {
            const html = mentionTag(sign === '@' ? 'user' : 'task', Number(props.id), props.label);
            editor
              .chain()
              .focus()
              .insertContentAt(range, [
                { type: 'mention', attrs: { html } },
                { type: 'text', text: ' ' },
              ])
              .run();
          },
          render: () => ({
            onStart: (state: Suggested) => show(stateOf(state)),
            onUpdate: (state: Suggested) => show(stateOf(state)),
            onExit: () => show(null),
            onKeyDown: ({ event }: { event: KeyboardEvent }) => panel.current?.onKey(event) ?? false,
          }),
        }),
      ];
    },
  });
}

interface Offered {
  query: string;
  command: (block: Block) => void;
  clientRect?: (() => DOMRect | null) | null;
}

/** `/` at the beginning of a line offers what the toolbar has. */
function inserts(
  show: (state: InsertState | null) => void,
  panel: { current: MentionPanelHandle | null },
  onFormula: () => void,
) {
  const stateOf = ({ query, command, clientRect }: Offered): InsertState => ({
    ...{ query, pick: command, rect: clientRect?.() ?? null },
  });
  return Extension.create({
    name: 'inserts',
    addProseMirrorPlugins() {
      return [
        Suggestion<unknown, Block>({
          editor: this.editor,
          char: '/',
          startOfLine: true,
          pluginKey: new PluginKey('inserts'),
          items: () => [],
          allow: ({ state, range }) => {
            const { parent, parentOffset } = state.doc.resolve(range.from);
            return parent.type.name === 'paragraph' && parentOffset === 0;
          },
          command: ({ editor, range, props: block }) => {
            editor.chain().focus().deleteRange(range).run();
            block.run(editor, onFormula);
          },
          render: () => ({
            onStart: (state: Offered) => show(stateOf(state)),
            onUpdate: (state: Offered) => show(stateOf(state)),
            onExit: () => show(null),
            onKeyDown: ({ event }: { event: KeyboardEvent }) => panel.current?.onKey(event) ?? false,
          }),
        }),
      ];
    },
  });
}
