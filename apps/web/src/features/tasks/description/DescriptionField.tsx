import { EditorContent } from '@tiptap/react';
import { addPictures } from '#features/tasks/create/newTask.actions.ts';
import { t } from '#sync/language.ts';
import { useTextEditor } from '#ui/fields/useTextEditor.ts';
import { ChecklistButton } from './ChecklistButton.tsx';
import classes from './Description.module.css';
import { contentOf, descriptionFormats, picturesInto } from './descriptionFormats.ts';
import { PictureButton } from './PictureButton.tsx';

/** The description of a task that is not created yet. */
export function DescriptionField({ begun, onChange }: { begun: string; onChange: (html: string) => void }) {
  const insert = (files: readonly File[]) => {
    const pictures = addPictures(files);
    const nodes = pictures.map((attrs) => ({ type: 'picture', attrs }));
    if (nodes.length > 0) editor.chain().focus().insertContent(nodes).run();
  };
  const editor = useTextEditor({
    extensions: descriptionFormats({ opensLinks: false }),
    content: begun,
    editorProps: {
      attributes: {
        class: classes.field ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('task.desc'),
      },
      ...picturesInto(insert),
    },
    onUpdate: ({ editor: current }) => onChange(contentOf(current)),
  });
  return (
    <div className={classes.box}>
      <div className={classes.tools}>
        <ChecklistButton editor={editor} />
        <PictureButton onPictures={insert} />
      </div>
      <EditorContent editor={editor} />
    </div>
  );
}
