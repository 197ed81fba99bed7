import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button, Group, Text } from '@mantine/core';
import { EditorContent } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { canAsk } from '#entities/assistant/writing.actions.ts';
import { readDescription } from '#entities/task/task.actions.ts';
import { attachPictures } from '#features/tasks/files.actions.ts';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { useTextEditor } from '#ui/fields/useTextEditor.ts';
import { ChecklistButton } from './ChecklistButton.tsx';
import classes from './Description.module.css';
import { DescriptionHistory } from './DescriptionHistory.tsx';
import { DraftButton } from './DraftButton.tsx';
import { contentOf, descriptionFormats, differsByTicks, picturesInto } from './descriptionFormats.ts';
import { descriptionKey, draftOf, isDescribed, removeDraft, saveDescription, saveDraft } from './draft.actions.ts';
import { PictureButton } from './PictureButton.tsx';

/**
 * The description as rich text. It is stored as a draft while typing and saved explicitly, because others may be
 * reading it.
 */
export function Description({ task }: { task: Task }) {
  const draftKey = descriptionKey(task.id);
  /** The saved text; null until it has loaded, because text typed into an empty field would overwrite it. */
  const [saved, setSaved] = useState<string | null>(null);
  const [isUnread, setUnread] = useState(false);
  /** True if saving would overwrite another person's text. */
  const [isRivalled, setRivalled] = useState(false);
  const latest = useRef<string | null>(null);
  const [isChanged, setChanged] = useState(false);
  const version = useRevision('content', task.id);
  const keep = (html: string) => {
    const before = saved;
    const giveBack = () => {
      latest.current = before;
      setSaved(before);
      setChanged(true);
    };
    saveDescription(task.id, html).catch(giveBack);
    removeDraft(draftKey);
    latest.current = html;
    setSaved(html);
    setChanged(false);
  };
  /** Inserts pictures, which are stored with the task and shown once they are uploaded. */
  const insert = async (files: readonly File[]) => {
    const pictures = await attachPictures(task, files);
    if (pictures.length === 0 || editor.isDestroyed) return;
    const nodes = pictures.map(({ url, name, width, height }) => ({
      type: 'picture',
      attrs: { src: url, alt: name, ...(width > 0 && { width, height }) },
    }));
    editor.chain().focus().insertContent(nodes).run();
  };
  const editor = useTextEditor({
    extensions: descriptionFormats({ opensLinks: true }),
    editorProps: {
      attributes: {
        class: classes.field ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('task.desc'),
      },
      ...picturesInto((files) => void insert(files)),
    },
    onUpdate: ({ editor: current, transaction }) => {
      if (!transaction.docChanged || transaction.getMeta('preventUpdate')) return;
      // Ticks are saved at once; other edits wait to be saved.
      if (!isChanged && differsByTicks(transaction.before.toJSON(), transaction.doc.toJSON())) {
        keep(contentOf(current));
        return;
      }
      setChanged(true);
      saveDraft(draftKey, contentOf(current));
    },
  });

  const isGuest = task.is_guest ?? false;
  const isWritable = !isGuest && saved !== null;
  useEffect(() => {
    editor.setEditable(isWritable, false);
  }, [editor, isWritable]);
  useEffect(() => {
    let isWanted = version >= 0;
    setUnread(false);
    readDescription(task.id).then(
      ({ html, by }) => {
        if (!isWanted) return;
        if (latest.current !== null && latest.current !== html && by !== me()?.userid) setRivalled(true);
        latest.current = html;
        setSaved(html);
      },
      () => {
        if (!isWanted) return;
        // An empty description is not loaded.
        if (!isDescribed(task.id)) setSaved((known) => known ?? '');
        else setUnread(task.id > 0);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [task.id, version]);
  useEffect(() => {
    if (saved === null || isChanged) return;
    setRivalled(false);
    const draft = draftOf(draftKey);
    editor.commands.setContent(draft || saved, { emitUpdate: false });
    setChanged(Boolean(draft) && draft !== saved);
  }, [editor, saved, isChanged, draftKey]);

  const save = () => keep(contentOf(editor));
  /** Shows an earlier version as an unsaved change. */
  const choose = (html: string) => {
    editor.commands.setContent(html, { emitUpdate: false });
    saveDraft(draftKey, html);
    setChanged(html !== saved);
  };
  const cancel = () => {
    removeDraft(draftKey);
    editor.commands.setContent(saved ?? '', { emitUpdate: false });
    setChanged(false);
  };
  return (
    <section aria-label={t('task.desc')} className={classes.box}>
      <div className={classes.tools}>
        {isWritable && <ChecklistButton editor={editor} />}
        {isWritable && !task.archived_at && task.parent_id === 0 && (
          <PictureButton onPictures={(files) => void insert(files)} />
        )}
        {isWritable && task.id > 0 && canAsk() && <DraftButton taskId={task.id} onDraft={choose} />}
        {task.desc && isWritable && <DescriptionHistory taskId={task.id} onChoose={choose} />}
      </div>
      <EditorContent editor={editor} />
      {isUnread && saved === null && <p role="alert">{t('error.load')}</p>}
      {isChanged && isRivalled && (
        <Text size="sm" mt={8} role="status">
          {t('task.content_newer')}
        </Text>
      )}
      {isChanged && (
        <Group gap={6} mt={8}>
          <Button size="compact-sm" onClick={save}>
            {t('action.save')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={cancel}>
            {t('action.cancel')}
          </Button>
        </Group>
      )}
    </section>
  );
}
