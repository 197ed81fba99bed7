import { type Editor, EditorContent } from '@tiptap/react';
import { type ReactNode, useEffect } from 'react';
import classes from '#entities/message/editor/FormatBar.module.css';
import { FormatBar } from '#entities/message/editor/FormatBar.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';

interface Props {
  editor: Editor;
  title: string;
  onClose: () => void;
  /** The buttons of the small field: emoji, sending. */
  children: ReactNode;
}

const PARTS = { header: classes.measure ?? '', body: classes.measure ?? '' };

/** The same text in full screen, for longer texts. */
export function FullInput({ editor, title, onClose, children }: Props) {
  useEffect(() => {
    editor.commands.focus('end');
  }, [editor]);
  return (
    <Modal opened fullScreen onClose={onClose} title={title} returnFocus={false} classNames={PARTS}>
      <div className={classes.full}>
        <FormatBar editor={editor} />
        <EditorContent editor={editor} className={classes.page} />
        <div className={classes.foot}>{children}</div>
      </div>
    </Modal>
  );
}
