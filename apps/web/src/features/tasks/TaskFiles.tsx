import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { TaskFile } from '@atrium/contract/projects/taskLinks.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { ActionIcon, Button, CloseButton, Progress, Text, UnstyledButton } from '@mantine/core';
import { IconDownload, IconExternalLink, IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import { fileOf, sizeWords } from '#entities/message/files/fileShown.ts';
import { useFileChoice } from '#entities/message/files/useFileChoice.tsx';
import { useFileDrop } from '#entities/message/files/useFileDrop.ts';
import { discard } from '#entities/message/message.actions.ts';
import { listTime } from '#entities/message/time.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { canBeViewed } from '#entities/viewer/fileKinds.ts';
import { preloadViewer } from '#entities/viewer/preloadViewer.ts';
import type { ViewedFile } from '#entities/viewer/viewedFile.ts';
import { FileViewer } from '#entities/viewer/viewerPart.ts';
import { host } from '#host/browser.ts';
import { useFileAddress, useProgress } from '#sync/files.ts';
import { locale, t } from '#sync/language.ts';
import { useRow, useSelect } from '#sync/store/useStore.ts';
import { askToDelete, attach } from './files.actions.ts';
import classes from './TaskFiles.module.css';
import { useTaskFiles } from './useTaskFiles.ts';

/** The maximum that the server lists. */
const LISTED = 50;
const viewed = ({ is_picture, ...file }: TaskFile): ViewedFile => ({
  id: file.id,
  file: { ...file, type: is_picture ? 'img' : 'file', file: '' },
  commands: [
    {
      ...{ id: 'window', label: t('viewer.open_window'), icon: IconExternalLink },
      run: () => host.openWindow(`/single/file/task/${file.id}`),
    },
  ],
});

/** A task's files: uploads with progress, preview, download and removal. Files can be dropped on it. */
export function TaskFiles({ task }: { task: Task }) {
  const { files, problem, again } = useTaskFiles(task);
  const [open, setOpen] = useState(0);
  const sending = useSelect(['message'], (store) => sendingIn(store.all('message'), task.dialog_id), [task.dialog_id]);
  const choice = useFileChoice((chosen) => void attach(task, chosen));
  const drop = useFileDrop((chosen) => void attach(task, chosen));
  // The conversation through which a guest adds files.
  const dialog = useRow('dialog', task.dialog_id);
  const canAdd = !task.archived_at && task.id > 0 && (!task.is_guest || dialog !== undefined);
  if (!canAdd && files.length === 0) return null;
  return (
    <section
      aria-label={t('files.title')}
      className={classes.box}
      data-over={drop.isOver || undefined}
      {...drop.handlers}
    >
      <div className={classes.head}>
        <Text fw={600} size="sm">
          {t('files.title')}
        </Text>
        {task.file_num > 0 && <span className={classes.count}>{task.file_num}</span>}
      </div>
      {problem && (
        <p className={classes.hint}>
          {problem}{' '}
          <Button size="compact-xs" variant="subtle" onClick={again}>
            {t('action.retry')}
          </Button>
        </p>
      )}
      <ul className={classes.list}>
        {sending.map((message) => (
          <SendingRow key={message.id} message={message} />
        ))}
        {files.map((file) => (
          <FileRow key={file.id} file={file} canDelete={canAdd} onView={() => setOpen(file.id)} />
        ))}
      </ul>
      {files.length === LISTED && task.file_num > LISTED && (
        <p className={classes.hint}>{t('files.newest', { count: LISTED })}</p>
      )}
      {canAdd && (
        <UnstyledButton className={classes.add} onClick={() => choice.open('')}>
          <IconPlus size={16} stroke={1.75} aria-hidden="true" />
          {t('files.add')}
        </UnstyledButton>
      )}
      {choice.field}
      {open > 0 && (
        <Suspense>
          <FileViewer list={files.filter(canBeViewed).map(viewed)} first={open} onClose={() => setOpen(0)} />
        </Suspense>
      )}
    </section>
  );
}

/** Uploads in progress that will be added to the task. */
function sendingIn(messages: readonly ClientMessage[], dialogId: number): readonly ClientMessage[] {
  if (dialogId === 0) return [];
  return messages.filter(
    ({ id, dialog_id, type, error }) => id < 0 && dialog_id === dialogId && type === 'file' && !error,
  );
}

function FileRow({ file, canDelete, onView }: { file: TaskFile; canDelete: boolean; onView: () => void }) {
  const by = useUser(file.userid);
  const down = useFileAddress(file.url, '&down=yes');
  const thumb = useFileAddress(file.thumb);
  const size = sizeWords(file.size, locale);
  const words = (
    <>
      <span className={classes.picture}>
        {thumb ? <img src={thumb} alt="" loading="lazy" decoding="async" /> : <FileIcon ext={file.ext} />}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{file.name}</span>
        <small>
          {size} · {by?.nickname} · {listTime(file.created_at)}
        </small>
      </span>
    </>
  );
  return (
    <li className={classes.row}>
      {canBeViewed(file) ? (
        <UnstyledButton
          className={classes.open}
          onClick={onView}
          onPointerEnter={() => preloadViewer(file)}
          aria-label={t('files.view', { name: file.name })}
        >
          {words}
          <IconEye className={classes.mark ?? ''} size={16} stroke={1.75} aria-hidden="true" />
        </UnstyledButton>
      ) : (
        <a
          className={classes.open}
          href={down}
          download={file.name}
          aria-label={t('file.download', { name: file.name, size })}
        >
          {words}
        </a>
      )}
      <ActionIcon
        component="a"
        href={down}
        download={file.name}
        size="sm"
        className={classes.act ?? ''}
        aria-label={t('file.download', { name: file.name, size })}
      >
        <IconDownload size={16} stroke={1.75} />
      </ActionIcon>
      {canDelete && (
        <ActionIcon
          size="sm"
          className={classes.act ?? ''}
          aria-label={t('files.remove', { name: file.name })}
          onClick={() => void askToDelete(file)}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  );
}

const PERCENT = 100;
function SendingRow({ message }: { message: ClientMessage }) {
  const file = fileOf(message);
  const progress = useProgress(file.file);
  const share = progress && progress.total > 0 ? Math.floor((progress.sent / progress.total) * PERCENT) : 0;
  return (
    <li className={classes.row}>
      <span className={classes.open}>
        <span className={classes.picture}>
          <FileIcon ext={file.ext} />
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{file.name}</span>
          <Progress
            value={share}
            size={4}
            mt={6}
            transitionDuration={120}
            aria-label={t('file.sending', { name: file.name, share })}
          />
        </span>
        <small className={classes.share}>{share} %</small>
      </span>
      <CloseButton size="sm" aria-label={t('file.cancel', { name: file.name })} onClick={() => discard(message)} />
    </li>
  );
}
