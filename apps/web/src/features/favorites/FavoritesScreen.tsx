import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { IconBriefcase, IconChecklist, IconFile, IconHistory, IconMessageCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { toggleFavorite } from '#entities/favorite/favorite.actions.ts';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { listTime } from '#entities/message/time.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { locale, t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { useRow } from '#sync/store/useStore.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { FavoriteRow } from './FavoriteRow.tsx';
import classes from './Favorites.module.css';
import type { FavoritesByKind, Tab } from './favorites.actions.ts';
import { RecentList } from './RecentList.tsx';
import { useFavorites } from './useFavorites.ts';

interface Opening {
  onTask: (taskId: number) => void;
  onProject: (projectId: number) => void;
  onMessage: (dialogId: number, messageId: number) => void;
  onFile: (folderId: number, id: number) => void;
}
interface Props extends Opening {
  /** For phones, whose tab bar does not lead here. */
  onBack: () => void;
}

const TABS = ['task', 'project', 'message', 'file', 'recent'] as const;
const ICONS = {
  task: IconChecklist,
  project: IconBriefcase,
  message: IconMessageCircle,
  file: IconFile,
  recent: IconHistory,
};

/** My favorites with notes, and recently viewed items. */
export function FavoritesScreen({ onBack, ...opening }: Props) {
  const [tab, setTab] = useState<Tab>('task');
  const isPhone = useIsPhone();
  return (
    <div className={classes.page}>
      <ScreenHeader title={t('favorite.title')} {...(isPhone && { back: { label: t('action.back'), run: onBack } })} />
      <div className={classes.scroll}>
        <div className={classes.inner}>
          <Tabs value={tab} onChange={(next) => next && setTab(next as Tab)}>
            <Tabs.List className={classes.tabs ?? ''}>
              {TABS.map((each) => {
                const Icon = ICONS[each];
                return (
                  <Tabs.Tab
                    key={each}
                    value={each}
                    {...(!isPhone && { leftSection: <Icon size={16} stroke={1.75} /> })}
                  >
                    {t(`favorite.${each}`)}
                  </Tabs.Tab>
                );
              })}
            </Tabs.List>
            {TABS.map((each) => (
              <Tabs.Panel key={each} value={each} pt="md">
                {tab === each && (tab === 'recent' ? <RecentList {...opening} /> : <List tab={tab} {...opening} />)}
              </Tabs.Panel>
            ))}
          </Tabs>
        </div>
      </div>
    </div>
  );
}

function List({ tab, ...on }: Opening & { tab: FavoriteKind }) {
  const { kept, state, hasMore, more, again, drop } = useFavorites(tab);
  const isEmpty = kept.tasks.length + kept.projects.length + kept.messages.length + kept.files.length === 0;
  if (state === 'failed' && isEmpty)
    return <EmptyState drawing="lost" text={t('favorite.failed')} action={{ label: t('action.retry'), run: again }} />;
  if (state === 'loading' && isEmpty) return [1, 2, 3].map((each) => <Skeleton key={each} h={52} mb={8} radius="md" />);
  if (isEmpty && !hasMore) return <EmptyState drawing="done" text={t(`favorite.no_${tab}`)} />;
  return (
    <>
      <ul className={classes.list}>
        <Rows tab={tab} kept={kept} drop={drop} {...on} />
      </ul>
      {hasMore && (
        <Button variant="subtle" loading={state === 'loading'} onClick={more} mt="sm">
          {t('action.more')}
        </Button>
      )}
    </>
  );
}

function Rows({
  tab,
  kept,
  drop,
  onTask,
  onProject,
  onMessage,
  onFile,
}: Opening & { tab: FavoriteKind; kept: FavoritesByKind; drop: (id: number) => void }) {
  const remove = (id: number) => void toggleFavorite(tab, id).then((isOn) => isOn === false && drop(id));
  return (
    <>
      {kept.tasks.map((task) => (
        <TaskRow
          key={task.id}
          task={task}
          onOpen={() => onTask(task.parent_id || task.id)}
          onRemove={() => remove(task.id)}
        />
      ))}
      {kept.projects.map((project) => (
        <FavoriteRow
          key={project.id}
          type="project"
          id={project.id}
          name={project.name}
          note={project.archived_at ? t('dialog.archived') : project.desc}
          remark={project.remark}
          onOpen={() => onProject(project.id)}
          onRemove={() => remove(project.id)}
        />
      ))}
      {kept.messages.map((each) => (
        <MessageRow
          key={each.id}
          kept={each}
          onOpen={() => onMessage(each.message.dialog_id, each.id)}
          onRemove={() => remove(each.id)}
        />
      ))}
      {kept.files.map(({ id, file, remark }) => (
        <FavoriteRow
          key={id}
          type="file"
          id={id}
          name={fullName(file)}
          note={file.type === 'folder' ? t('drive.folder') : sizeWords(file.size, locale)}
          remark={remark}
          onOpen={() => (file.type === 'folder' ? onFile(id, 0) : onFile(file.pid, id))}
          onRemove={() => remove(id)}
        />
      ))}
    </>
  );
}

interface RowProps {
  onOpen: () => void;
  onRemove?: () => void;
}

function TaskRow({ task, onOpen, onRemove }: RowProps & { task: FavoritesByKind['tasks'][number] }) {
  const project = useRow('project', task.project_id);
  const columnId = useRow('task', task.id)?.column_id ?? 0;
  const column = useRow('column', columnId);
  // Of a project that is not loaded, only the status is known.
  const place = column?.name ?? task.flow_item_name.split('|')[1];
  return (
    <FavoriteRow
      type="task"
      id={task.id}
      name={task.name}
      isDone={Boolean(task.complete_at)}
      note={[project?.name || task.project_name, place].filter(Boolean).join(' › ')}
      remark={task.remark}
      onOpen={onOpen}
      {...(onRemove && { onRemove })}
    />
  );
}

const LINE = 160;
function MessageRow({ kept, onOpen, onRemove }: RowProps & { kept: FavoritesByKind['messages'][number] }) {
  const author = useUser(kept.message.userid);
  const dialog = useRow('dialog', kept.message.dialog_id);
  return (
    <FavoriteRow
      type="message"
      id={kept.id}
      name={previewLine(kept.message, LINE)}
      note={[author?.nickname, dialog?.name, listTime(kept.message.created_at)].filter(Boolean).join(' · ')}
      remark={kept.remark}
      onOpen={onOpen}
      {...(onRemove && { onRemove })}
    />
  );
}
