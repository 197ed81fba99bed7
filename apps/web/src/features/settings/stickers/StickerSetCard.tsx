import type { SetSticker, StickerSet } from '@atrium/contract/chat/stickers.ts';
import { Alert, Button, FileButton, Group, Paper, Progress, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import { InlineEdit } from '#ui/fields/InlineEdit.tsx';
import type { Command } from '#ui/keys/commands.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import classes from './Stickers.module.css';
import { addSticker, deleteSet, deleteSticker, movedInList, saveSet } from './stickers.actions.ts';

const NAME_MAX = 50;
const KINDS = 'image/png,image/webp,image/gif,image/jpeg';

interface Props {
  set: StickerSet;
  onChanged: () => Promise<unknown>;
  onUp?: () => void;
  onDown?: () => void;
}

export function StickerSetCard({ set, onChanged, onUp, onDown }: Props) {
  const [sending, setSending] = useState<{ done: number; all: number } | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const send = async (files: readonly File[]) => {
    if (sending || files.length === 0) return;
    const refused: string[] = [];
    // Files are uploaded one after the other, so that the order of selection is preserved.
    for (const [done, file] of files.entries()) {
      setSending({ done, all: files.length });
      const words = await addSticker(set.id, file);
      if (words) refused.push(words);
    }
    setProblems(refused);
    setSending(null);
    await onChanged();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files]);
  };
  const keep = async (list: readonly SetSticker[], name = set.name) => {
    await saveSet({ id: set.id, name, list: list.map((each) => ({ id: each.id, name: each.name })) });
    await onChanged();
  };
  const remove = async () => {
    const isSure = await askFirst({
      title: t('stickers.delete_set'),
      text: t('stickers.delete_set_ask', { name: set.name }),
      action: t('task.remove'),
      isDangerous: true,
    });
    if (isSure && (await deleteSet(set.id))) await onChanged();
  };
  const commands: Command[] = [
    ...(onUp ? [{ id: 'up', label: t('stickers.up'), run: onUp }] : []),
    ...(onDown ? [{ id: 'down', label: t('stickers.down'), run: onDown }] : []),
    { id: 'delete', label: t('stickers.delete_set'), isDangerous: true, run: () => void remove() },
  ];
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      bg="var(--surface)"
      aria-label={set.name}
      className={classes.set ?? ''}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group gap="xs" wrap="nowrap">
        <InlineEdit
          label={t('stickers.name')}
          value={set.name}
          maxLength={NAME_MAX}
          onSave={(name) => void keep(set.list, name)}
        />
        <FileButton multiple accept={KINDS} onChange={(files) => void send(files)}>
          {(props) => (
            <Button
              {...props}
              variant="light"
              size="compact-md"
              leftSection={<IconUpload size={16} />}
              disabled={sending !== null}
            >
              {t('stickers.upload')}
            </Button>
          )}
        </FileButton>
        <RowMenu label={`${t('action.more')}: ${set.name}`} commands={commands} />
      </Group>
      {sending && (
        <Progress
          mt="sm"
          value={((sending.done + 0.5) / sending.all) * 100}
          aria-label={t('stickers.uploading', { done: sending.done + 1, all: sending.all })}
        />
      )}
      {problems.length > 0 && (
        <Alert role="alert" color="red" variant="light" mt="sm" withCloseButton onClose={() => setProblems([])}>
          {problems.map((words) => (
            <div key={words}>{words}</div>
          ))}
        </Alert>
      )}
      {set.list.length === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          {t('stickers.empty')}
        </Text>
      ) : (
        <ul className={classes.grid}>
          {set.list.map((sticker, index) => (
            <StickerTile
              key={sticker.id}
              sticker={sticker}
              onRename={(name) => void keep(set.list.map((each) => (each === sticker ? { ...each, name } : each)))}
              onDelete={() => void deleteSticker(sticker.id).then(onChanged)}
              {...(index > 0 && { onMove: (by: number) => void keep(movedInList(set.list, index, by)) })}
              {...(index < set.list.length - 1 && { onLater: () => void keep(movedInList(set.list, index, 1)) })}
            />
          ))}
        </ul>
      )}
    </Paper>
  );
}

interface TileProps {
  sticker: SetSticker;
  onRename: (name: string) => void;
  onDelete: () => void;
  /** Towards the front. */
  onMove?: (by: number) => void;
  onLater?: () => void;
}

function StickerTile({ sticker, onRename, onDelete, onMove, onLater }: TileProps) {
  const commands: Command[] = [
    ...(onMove
      ? [
          { id: 'first', label: t('stickers.first'), run: () => onMove(-1000) },
          { id: 'earlier', label: t('stickers.earlier'), run: () => onMove(-1) },
        ]
      : []),
    ...(onLater ? [{ id: 'later', label: t('stickers.later'), run: onLater }] : []),
    { id: 'delete', label: t('task.remove'), isDangerous: true, run: onDelete },
  ];
  const { src, width, height, name } = sticker;
  return (
    <li className={classes.tile}>
      <img src={new URL(src, location.origin).pathname} width={width} height={height} alt="" loading="lazy" />
      <div className={classes.menu}>
        <RowMenu label={`${t('action.more')}: ${name}`} commands={commands} />
      </div>
      <InlineEdit label={t('stickers.sticker_name')} value={name} maxLength={NAME_MAX} onSave={onRename} />
    </li>
  );
}
