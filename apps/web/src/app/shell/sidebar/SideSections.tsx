import { badgeOf, dialogList } from '@atrium/client/store/select.ts';
import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { IconBriefcase, IconChecklist, IconFile, IconMessage, IconStarOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { DialogAvatar } from '#entities/dialog/DialogAvatar.tsx';
import { dialogName } from '#entities/dialog/name.ts';
import { toggleFavorite, useFavoriteChanges } from '#entities/favorite/favorite.actions.ts';
import { favoriteKey, inFavoriteOrder, placeFavorite, stepFavorite } from '#entities/favorite/favoriteOrder.ts';
import { useNavigation } from '#entities/navigation/navigation.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { client } from '#sync/session.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { readLatestFavorites } from './latestFavorites.ts';
import { NavItem } from './NavItem.tsx';
import classes from './Sidebar.module.css';
import { SortableRow } from './SortableRow.tsx';

const MOST = 6;
/** The most favorites in the sidebar. They are chosen one by one, and arranged. */
const MOST_FAVORITES = 12;

/** Unread conversations and favorites, if the person wants them in the sidebar. */
export function SideSections({ isNarrow }: { isNarrow: boolean }) {
  const side = useNavigation((state) => state.side);
  return (
    <>
      {side.includes('section:unread') && <Unread isNarrow={isNarrow} />}
      {side.includes('section:favorites') && <Favorites isNarrow={isNarrow} />}
    </>
  );
}

function Section({ label, isNarrow, children }: { label: string; isNarrow: boolean; children: ReactNode }) {
  return (
    <section aria-label={label} className={classes.section}>
      <div className={classes.head}>{!isNarrow && <span>{label}</span>}</div>
      {children}
    </section>
  );
}

function Unread({ isNarrow }: { isNarrow: boolean }) {
  const dialogs = useSelect(
    ['dialog'],
    (store) =>
      dialogList(store, client.drafts)
        .filter((dialog) => badgeOf(dialog) > 0)
        .slice(0, MOST),
    [],
  );
  if (dialogs.length === 0) return null;
  return (
    <Section label={t('messenger.filter.unread')} isNarrow={isNarrow}>
      {dialogs.map((dialog) => (
        <NavItem
          key={dialog.id}
          to={`/manage/messenger?dialog=${dialog.id}`}
          picture={<DialogAvatar dialog={dialog} size={20} />}
          label={dialogName(dialog)}
          badge={badgeOf(dialog)}
          isNarrow={isNarrow}
          isPlain
        />
      ))}
    </Section>
  );
}

interface FavoriteLine {
  kind: FavoriteKind;
  /** Id of the task, project, message or file. */
  target: number;
  key: string;
  favorited_at: string;
  to: string;
  icon: typeof IconFile;
  label: string;
}

const favoriteLines = (
  { projects, tasks, files, messages }: Awaited<ReturnType<typeof readLatestFavorites>>,
  pathname: string,
): FavoriteLine[] =>
  [
    ...projects.map(({ id, name, favorited_at }) => ({
      kind: 'project' as const,
      target: id,
      favorited_at,
      to: `/manage/project/${id}`,
      icon: IconBriefcase,
      label: name,
    })),
    ...tasks.map(({ id, name, favorited_at }) => ({
      kind: 'task' as const,
      target: id,
      favorited_at,
      to: `${pathname}?task=${id}`,
      icon: IconChecklist,
      label: name,
    })),
    ...files.map(({ file, favorited_at }) => ({
      kind: 'file' as const,
      target: file.id,
      favorited_at,
      to: `/manage/file/${file.pid}/${file.id}`,
      icon: IconFile,
      label: file.name,
    })),
    ...messages.map(({ message, favorited_at }) => ({
      kind: 'message' as const,
      target: message.id,
      favorited_at,
      to: `/manage/messenger?dialog=${message.dialog_id}&msg=${message.id}`,
      icon: IconMessage,
      label: previewLine(message),
    })),
  ].map((line) => ({ ...line, key: favoriteKey(line.kind, line.target) }));

function Favorites({ isNarrow }: { isNarrow: boolean }) {
  const version = useFavoriteChanges((state) => state.version);
  const order = useNavigation((state) => state.favorites);
  const { data } = useRequest(readLatestFavorites, version);
  const { pathname } = useLocation();
  if (!data) return null;
  const all = inFavoriteOrder(favoriteLines(data, pathname), order);
  const lines = all.slice(0, MOST_FAVORITES);
  if (lines.length === 0) return null;
  const keys = lines.map(({ key }) => key);
  return (
    <Section label={t('favorite.title')} isNarrow={isNarrow}>
      {lines.map(({ key, kind, target, to, icon, label }) => (
        <SortableRow
          key={key}
          kind="favorite"
          id={key}
          label={label}
          onMove={(by) => stepFavorite(all, keys, key, by)}
          onDrop={(other, isAfter) => placeFavorite(all, other, key, isAfter)}
          remove={{
            label: t('favorite.remove'),
            icon: IconStarOff,
            run: () => void toggleFavorite(kind, target),
          }}
        >
          <NavItem to={to} icon={icon} label={label} badge={0} isNarrow={isNarrow} isPlain />
        </SortableRow>
      ))}
    </Section>
  );
}
