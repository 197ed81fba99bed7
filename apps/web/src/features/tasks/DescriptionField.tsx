import Placeholder from '@tiptap/extension-placeholder';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { t } from '#sync/language.ts';
import classes from './Description.module.css';

/** The description of a task that is not made yet. */
export function DescriptionField({ begun, onChange }: { begun: string; onChange: (html: string) => void }) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false, autolink: true } }),
      Placeholder.configure({ placeholder: t('task.desc_none') }),
    ],
    content: begun,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: classes.field ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('task.desc'),
      },
    },
    onUpdate: ({ editor: current }) => onChange(current.isEmpty ? '' : current.getHTML()),
  });
  return <EditorContent editor={editor} />;
}
