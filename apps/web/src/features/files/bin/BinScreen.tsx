import type { BinItem } from '@atrium/contract/files/bin.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconFolderFilled, IconRestore, IconTrash } from '@tabler/icons-react';
import { NotYet } from '#entities/form/Problem.tsx';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { fullTime } from '#entities/message/time.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { locale, t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Bin.module.css';
import { deleteForGood, emptyBin, restoreItem } from './bin.actions.ts';
import { useBin } from './useBin.ts';

/** Deleted files and folders, until they are deleted for good. */
export function BinScreen({ onFolder }: { onFolder: (id: number) => void }) {
  const { days, list, hasMore, problem, reload, showMore } = useBin();
  const restore = async (item: BinItem) => {
    if (await restoreItem(item.id)) notify(t('bin.restored', { name: fullName(item) }));
    reload();
  };
  const remove = async (item: BinItem) => {
    const isSure = await askFirst({
      title: t('bin.delete_title', { name: fullName(item) }),
      text: t('bin.delete_ask'),
      action: t('bin.delete'),
      isDangerous: true,
    });
    if (!isSure) return;
    await deleteForGood(item.id);
    reload();
  };
  const empty = async () => {
    const isSure = await askFirst({
      title: t('bin.empty_title'),
      text: t('bin.delete_ask'),
      action: t('bin.empty'),
      isDangerous: true,
    });
    if (!isSure) return;
    await emptyBin();
    reload();
  };
  return (
    <div className={classes.page}>
      <ScreenHeader title={t('bin.title')} back={{ label: t('drive.title'), run: () => onFolder(0) }}>
        {list.length > 0 && (
          <Button variant="default" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => void empty()}>
            {t('bin.empty')}
          </Button>
        )}
      </ScreenHeader>
      <section className={classes.area} aria-label={t('bin.title')}>
        {days === null && <NotYet problem={problem} />}
        {days !== null && list.length === 0 && (
          <EmptyState
            drawing="done"
            text={t('bin.none', { count: days })}
            action={{ label: t('drive.to_top'), run: () => onFolder(0) }}
          />
        )}
        {days !== null && list.length > 0 && (
          <>
            <Text c="dimmed" size="sm">
              {t('bin.hint', { count: days })}
            </Text>
            <ul className={classes.list}>
              {list.map((item) => (
                <Row
                  key={item.id}
                  item={item}
                  onRestore={() => void restore(item)}
                  onDelete={() => void remove(item)}
                />
              ))}
            </ul>
            {hasMore && (
              <Button variant="default" onClick={() => void showMore()}>
                {t('bin.more')}
              </Button>
            )}
          </>
        )}
      </section>
    </div>
  );
}

const DAY_MS = 86_400_000;

function Row({ item, onRestore, onDelete }: { item: BinItem; onRestore: () => void; onDelete: () => void }) {
  const me = useMe();
  const who = useUser(item.deleted_by);
  const name = fullName(item);
  const days = Math.max(0, Math.ceil((parseWire(item.purged_at).getTime() - Date.now()) / DAY_MS));
  const time = fullTime(item.deleted_at);
  const place = item.is_homeless ? t('bin.homeless') : item.folder;
  return (
    <li className={classes.row}>
      <span className={classes.icon} data-folder={item.type === 'folder' || undefined}>
        {item.type === 'folder' ? <IconFolderFilled size={24} aria-hidden /> : <FileIcon ext={item.ext} />}
      </span>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <Text size="sm" c="dimmed">
          {[place, item.type === 'folder' ? t('bin.files', { count: item.files }) : '', sizeWords(item.size, locale)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {item.deleted_by === me
            ? t('bin.deleted_by_me', { time })
            : t('bin.deleted_by', { name: who?.nickname ?? '', time })}
          {' · '}
          {t('bin.left', { count: days })}
        </Text>
      </div>
      <Tooltip label={t('bin.restore')}>
        <ActionIcon size="lg" aria-label={`${t('bin.restore')}: ${name}`} onClick={onRestore}>
          <IconRestore size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('bin.delete')}>
        <ActionIcon size="lg" aria-label={`${t('bin.delete')}: ${name}`} onClick={onDelete}>
          <IconTrash size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
