import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { favoriteKey, inFavoriteOrder, placeFavorite, stepFavorite } from '#entities/favorite/favoriteOrder.ts';
import { useNavigation } from '#entities/navigation/navigation.ts';
import { t } from '#sync/language.ts';
import { isArrow, neighbor } from '#ui/keys/neighbor.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { useIsPhone, useIsWide } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Favorites.module.css';
import { type FavoritesByKind, type KindFilter, readFavorites, removeFavorite, type Tab } from './favorites.actions.ts';
import { FileRow, MessageRow, ProjectRow, type RowProps, TaskRow } from './kindRows.tsx';
import { RecentList } from './RecentList.tsx';
import { placedOf, useFavorites } from './useFavorites.ts';

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

const FILTERS = ['all', 'task', 'project', 'message', 'file'] as const;
const PLACES = {
  all: ['/manage/dashboard', 'favorite.go_all'],
  task: ['/manage/dashboard', 'favorite.go_all'],
  project: ['/manage/dashboard', 'favorite.go_all'],
  message: ['/manage/messenger', 'favorite.go_message'],
  file: ['/manage/file', 'favorite.go_file'],
} as const;

/** The reader's favorites with notes, by kind, and beside them the recently viewed items. */
export function FavoritesScreen({ onBack, ...opening }: Props) {
  const [wanted, setTab] = useState<Tab>('all');
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  // The recent items have no tab while they are shown beside the list.
  const tabs: readonly Tab[] = isWide ? FILTERS : [...FILTERS, 'recent'];
  const tab = tabs.includes(wanted) ? wanted : 'all';
  return (
    <div className={classes.page}>
      <ScreenHeader title={t('favorite.title')} {...(isPhone && { back: { label: t('action.back'), run: onBack } })} />
      <div className={classes.scroll}>
        <div className={classes.inner}>
          <Tabs value={tab} onChange={(next) => next && setTab(next as Tab)} variant="pills">
            <Tabs.List className={classes.tabs ?? ''}>
              {tabs.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {t(`favorite.${each}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map((each) => (
              <Tabs.Panel key={each} value={each} pt="md">
                {tab === each && (tab === 'recent' ? <RecentList {...opening} /> : <List tab={tab} {...opening} />)}
              </Tabs.Panel>
            ))}
          </Tabs>
          {isWide && (
            <aside className={classes.beside} aria-label={t('favorite.recent')}>
              <h2 className={classes.heading}>{t('favorite.recent')}</h2>
              <RecentList {...opening} />
            </aside>
          )}
        </div>
      </div>
    </div>
  );
}

function List({ tab, ...on }: Opening & { tab: KindFilter }) {
  const { kept, state, hasMore, more, again, drop } = useFavorites(tab);
  const navigate = useNavigate();
  const isEmpty = kept.tasks.length + kept.projects.length + kept.messages.length + kept.files.length === 0;
  if (state === 'failed' && isEmpty)
    return <EmptyState drawing="lost" text={t('favorite.failed')} action={{ label: t('action.retry'), run: again }} />;
  if (state === 'loading' && isEmpty) return [1, 2, 3].map((each) => <Skeleton key={each} h={56} mb={8} radius="md" />);
  if (isEmpty && !hasMore) {
    const [path, label] = PLACES[tab];
    const action = { label: t(label), run: () => void navigate(path) };
    return <EmptyState drawing="done" text={t(`favorite.no_${tab}`)} action={action} />;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows between rows, which Tab reaches too
    <div onKeyDown={moveFocus}>
      <Groups kept={kept} tab={tab} drop={drop} again={again} {...on} />
      {hasMore && (
        <Button variant="subtle" loading={state === 'loading'} onClick={more} mt="sm">
          {t('action.more')}
        </Button>
      )}
    </div>
  );
}

/** Arrows, Home and End between the rows. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const own = (event.target as HTMLElement).closest<HTMLElement>('[data-favorite]');
  // Arrows with Alt are ignored here, because they move the row itself.
  if (!own || !isArrow(event.key) || event.altKey) return;
  neighbor([...event.currentTarget.querySelectorAll<HTMLElement>('[data-favorite]')], own, event.key)?.focus();
  event.preventDefault();
}

type Favorite = { id: number; favorited_at: string; remark: string };
type CommonProps = Omit<RowProps, 'onOpen'>;

interface GroupsProps extends Opening {
  kept: FavoritesByKind;
  tab: KindFilter;
  drop: (type: FavoriteKind, id: number) => void;
  again: () => void;
}
function Groups({ kept, tab, drop, again, onTask, onProject, onMessage, onFile }: GroupsProps) {
  const order = useNavigation((state) => state.favorites);
  const remove = (type: FavoriteKind, { id, remark }: { id: number; remark: string }) =>
    void removeFavorite({ type, id, remark }, again).then((isDone) => isDone && drop(type, id));
  // The order is one for all kinds, as the sidebar has it.
  const known = async () => placedOf(tab === 'all' ? kept : await readFavorites('all', 1).catch(() => kept));
  /** The rows of a kind in the person’s order, each with the handlers that move it. */
  const rowsOf = <T extends Favorite, Row>(
    kind: FavoriteKind,
    list: readonly T[],
    row: (each: T, common: CommonProps) => Row,
  ) => {
    const sorted = inFavoriteOrder(
      list.map((each) => ({ each, key: favoriteKey(kind, each.id), favorited_at: each.favorited_at })),
      order,
    );
    const keys = sorted.map(({ key }) => key);
    return sorted.map(({ each, key }) =>
      row(each, {
        onRemove: () => remove(kind, each),
        arranging: {
          onMove: (by) => void known().then((all) => stepFavorite(all, keys, key, by)),
          onDrop: (other, isAfter) => void known().then((all) => placeFavorite(all, other, key, isAfter)),
        },
      }),
    );
  };
  const groups = {
    project: rowsOf('project', kept.projects, (project, common) => (
      <ProjectRow key={project.id} project={project} {...common} onOpen={() => onProject(project.id)} />
    )),
    task: rowsOf('task', kept.tasks, (task, common) => (
      <TaskRow key={task.id} task={task} {...common} onOpen={() => onTask(task.parent_id || task.id)} />
    )),
    message: rowsOf('message', kept.messages, (each, common) => (
      <MessageRow key={each.id} kept={each} {...common} onOpen={() => onMessage(each.message.dialog_id, each.id)} />
    )),
    file: rowsOf('file', kept.files, (each, common) => (
      <FileRow
        key={each.id}
        kept={each}
        {...common}
        onOpen={() => (each.file.type === 'folder' ? onFile(each.id, 0) : onFile(each.file.pid, each.id))}
      />
    )),
  };
  return Object.entries(groups).map(
    ([kind, rows]) =>
      rows.length > 0 && (
        <section key={kind} className={classes.group} aria-label={t(`favorite.${kind as FavoriteKind}`)}>
          {tab === 'all' && <h2 className={classes.heading}>{t(`favorite.${kind as FavoriteKind}`)}</h2>}
          <ul className={classes.list}>{rows}</ul>
        </section>
      ),
  );
}
