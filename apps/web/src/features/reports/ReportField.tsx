import { mergeAttributes, Node } from '@tiptap/core';
import Placeholder from '@tiptap/extension-placeholder';
import { EditorContent } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { FormatBar } from '#entities/message/editor/FormatBar.tsx';
import { formats } from '#entities/message/editor/formats.ts';
import { t } from '#sync/language.ts';
import { useTextEditor } from '#ui/fields/useTextEditor.ts';
import classes from './ReportField.module.css';

/** A mentioned task, which is deleted as a whole or not at all. */
const NamedTask = Node.create({
  name: 'namedTask',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    id: { default: '', parseHTML: (element) => element.getAttribute('data-id'), rendered: false },
    name: { default: '', parseHTML: (element) => element.textContent, rendered: false },
  }),
  parseHTML: () => [{ tag: 'span.mention.task[data-id]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: 'mention task', 'data-id': String(node.attrs['id']) }),
    String(node.attrs['name']),
  ],
  renderText: ({ node }) => String(node.attrs['name']),
});

interface Props {
  /** The initial text as HTML. */
  begun: string;
  /** True while another text is awaited, which will replace this one. */
  isAwaiting: boolean;
  onChange: (html: string) => void;
}

/** A report's text: headings, lists, formats, mentioned tasks. */
export function ReportField({ begun, isAwaiting, onChange }: Props) {
  const editor = useTextEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false, autolink: true } }),
      ...formats,
      NamedTask,
      Placeholder.configure({ placeholder: t('report.content_none') }),
    ],
    content: begun,
    editorProps: {
      attributes: {
        class: classes.field ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('report.content'),
      },
    },
    onUpdate: ({ editor: current }) => onChange(current.isEmpty ? '' : current.getHTML()),
  });
  return (
    <div className={classes.box} inert={isAwaiting} aria-busy={isAwaiting}>
      <FormatBar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}
