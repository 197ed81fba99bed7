import { ActionIcon, Alert, Button, Group, ScrollArea, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { locale, t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { FileIcon } from './FileIcon.tsx';
import { isPicture, refusalOf } from './file.actions.ts';
import { sizeWords } from './fileShown.ts';
import classes from './SendFilesModal.module.css';

interface Props {
  files: readonly File[];
  /** The conversation's name. */
  name: string;
  onClose: () => void;
  onSend: (files: readonly File[]) => void;
}

/** Previews files before sending: Enter sends. */
export function SendFilesModal({ files, name, onClose, onSend }: Props) {
  // The files that were removed; more may be added while the modal is open.
  const [without, setWithout] = useState<readonly File[]>([]);
  const kept = files.filter((file) => !without.includes(file));
  const refusals = kept.map(refusalOf).filter(Boolean);
  const sendable = kept.filter((file) => !refusalOf(file));
  const send = () => {
    if (sendable.length === 0) return;
    onSend(sendable);
    onClose();
  };
  const remove = (file: File) => {
    setWithout([...without, file]);
    if (kept.length === 1) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('file.send_to', { name })} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
          <ScrollArea.Autosize mah="50dvh">
            <Stack gap={8}>
              {kept.map((file, index) => (
                <Row key={`${index}${file.name}`} file={file} onRemove={() => remove(file)} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          {refusals.map((words) => (
            <Alert key={words} role="alert" color="red" variant="light">
              {words}
            </Alert>
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" data-autofocus disabled={sendable.length === 0}>
              {t('file.send', { count: sendable.length })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Row({ file, onRemove }: { file: File; onRemove: () => void }) {
  const address = useMemo(() => (isPicture(file) ? URL.createObjectURL(file) : ''), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const ext = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  return (
    <div className={classes.row}>
      <span className={classes.small}>{address ? <img src={address} alt="" /> : <FileIcon ext={ext} />}</span>
      <span className={classes.words}>
        <span className="truncate">{file.name}</span>
        <small>{sizeWords(file.size, locale)}</small>
      </span>
      <ActionIcon aria-label={t('file.leave_out', { name: file.name })} onClick={onRemove}>
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}
