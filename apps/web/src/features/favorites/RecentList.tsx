import type { Recent } from '@atrium/contract/workspace/recents.ts';
import { ActionIcon, Button, Skeleton, UnstyledButton } from '@mantine/core';
import { IconChecklist, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import type { ShownFile } from '#entities/message/files/fileShown.ts';
import { FileViewer } from '#entities/viewer/viewerPart.ts';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Favorites.module.css';
import { forgetRecent } from './favorites.actions.ts';
import { useRecents } from './useRecents.ts';

interface Props {
  onTask: (id: number) => void;
  onFile: (folderId: number, id: number) => void;
}

/** Recently viewed items: tasks and files of tasks and chats open here, others in their folder. */
export function RecentList({ onTask, onFile }: Props) {
  const { list, total, problem, more, again, drop, clear } = useRecents();
  const [viewed, setViewed] = useState<Recent | null>(null);
  if (problem && !list)
    return <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />;
  if (!list) return [1, 2, 3].map((each) => <Skeleton key={each} h={52} mb={8} radius="md" />);
  if (list.length === 0) return <EmptyState drawing="done" text={t('favorite.no_recent')} />;
  return (
    <>
      <ul className={classes.list}>
        {list.map((item) => (
          <li key={item.record_id} className={classes.row} data-done={Boolean(item.complete_at) || undefined}>
            {item.type === 'task' ? (
              <UnstyledButton className={classes.open} onClick={() => onTask(item.parent_id || item.id)}>
                <IconChecklist className={classes.icon ?? ''} size={18} stroke={1.75} aria-hidden="true" />
                <Words item={item} />
              </UnstyledButton>
            ) : item.type === 'file' ? (
              <UnstyledButton className={classes.open} onClick={() => onFile(item.folder_id ?? 0, item.id)}>
                <Kind item={item} />
                <Words item={item} />
              </UnstyledButton>
            ) : (
              <UnstyledButton className={classes.open} onClick={() => setViewed(item)}>
                <Kind item={item} />
                <Words item={item} />
              </UnstyledButton>
            )}
            <Tooltip label={t('favorite.forget')}>
              <ActionIcon
                aria-label={t('favorite.forget_named', { name: item.name })}
                onClick={() => drop(item.record_id)}
              >
                <IconX size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      {list.length < total && (
        <Button variant="subtle" onClick={more} mt="sm">
          {t('action.more')}
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        mt="sm"
        onClick={() => void forgetRecent().then((isDone) => isDone && clear())}
      >
        {t('favorite.clear_recent')}
      </Button>
      {viewed && (
        <Suspense>
          <FileViewer
            list={[{ id: viewed.record_id, file: shownFile(viewed) }]}
            first={viewed.record_id}
            onClose={() => setViewed(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const Kind = ({ item }: { item: Recent }) => (
  <span className={classes.kind}>
    <FileIcon ext={item.ext?.toLowerCase() ?? ''} />
  </span>
);

function Words({ item }: { item: Recent }) {
  const status = item.flow_item_name?.split('|')[1];
  const place = [item.type === 'file' && t('drive.title'), item.project_name, item.task_name, item.dialog_name, status]
    .filter(Boolean)
    .join(' › ');
  return (
    <span className={classes.words}>
      <span className={classes.name}>{item.name}</span>
      <small className="truncate">{place}</small>
    </span>
  );
}

const shownFile = ({ name, ext = '', size = 0, url = '' }: Recent): ShownFile => ({
  ...{ type: 'file', name, ext: ext.toLowerCase(), size, url, path: '', thumb: '', width: -1, height: -1, file: '' },
});
