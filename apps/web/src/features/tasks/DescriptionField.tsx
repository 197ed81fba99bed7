import { EditorContent, useEditor } from '@tiptap/react';
import { t } from '#sync/language.ts';
import { ChecklistButton } from './ChecklistButton.tsx';
import classes from './Description.module.css';
import { contentOf, descriptionFormats } from './descriptionFormats.ts';

/** The description of a task that is not made yet. */
export function DescriptionField({ begun, onChange }: { begun: string; onChange: (html: string) => void }) {
  const editor = useEditor({
    extensions: descriptionFormats({ opensLinks: false }),
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
    onUpdate: ({ editor: current }) => onChange(contentOf(current)),
  });
  return (
    <div className={classes.box}>
      <div className={classes.tools}>
        <ChecklistButton editor={editor} />
      </div>
      <EditorContent editor={editor} />
    </div>
  );
}
