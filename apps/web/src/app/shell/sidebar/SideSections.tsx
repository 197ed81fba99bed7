import { badgeOf, dialogList } from '@atrium/client/store/select.ts';
import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { IconBriefcase, IconChecklist, IconFile, IconMessage, IconStarOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { DialogAvatar } from '#entities/dialog/DialogAvatar.tsx';
import { dialogName } from '#entities/dialog/name.ts';
import { toggleFavorite, useFavoriteChanges } from '#entities/favorite/favorite.actions.ts';
import { moved, movedTo } from '#entities/navigation/arranging.ts';
import { arrange, useNavigation } from '#entities/navigation/navigation.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { client } from '#sync/session.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { Arranged } from './Arranged.tsx';
import { readLatestFavorites } from './latestFavorites.ts';
import { NavItem } from './NavItem.tsx';
import classes from './Sidebar.module.css';

const MOST = 6;
/** They are chosen one by one, and arranged. */
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
  /** Of the task, project, message or file. */
  target: number;
  to: string;
  icon: typeof IconFile;
  label: string;
}
const idOf = ({ kind, target }: FavoriteLine) => `${kind}:${target}`;

function favoriteLines(
  { projects, tasks, files, messages }: Awaited<ReturnType<typeof readLatestFavorites>>,
  pathname: string,
): FavoriteLine[] {
  return [
    ...projects.map(({ id, name }) => ({
      kind: 'project' as const,
      target: id,
      to: `/manage/project/${id}`,
      icon: IconBriefcase,
      label: name,
    })),
    ...tasks.map(({ id, name }) => ({
      kind: 'task' as const,
      target: id,
      to: `${pathname}?task=${id}`,
      icon: IconChecklist,
      label: name,
    })),
    ...files.map(({ file }) => ({
      kind: 'file' as const,
      target: file.id,
      to: `/manage/file/${file.pid}/${file.id}`,
      icon: IconFile,
      label: file.name,
    })),
    ...messages.map(({ message }) => ({
      kind: 'message' as const,
      target: message.id,
      to: `/manage/messenger?dialog=${message.dialog_id}&msg=${message.id}`,
      icon: IconMessage,
      label: previewLine(message),
    })),
  ];
}

function Favorites({ isNarrow }: { isNarrow: boolean }) {
  const version = useFavoriteChanges((state) => state.version);
  const order = useNavigation((state) => state.favorites);
  const { data } = useAsked(readLatestFavorites, version);
  const { pathname } = useLocation();
  if (!data) return null;
  // New ones have no place yet and come first.
  const lines = favoriteLines(data, pathname)
    .toSorted((a, b) => order.indexOf(idOf(a)) - order.indexOf(idOf(b)))
    .slice(0, MOST_FAVORITES);
  if (lines.length === 0) return null;
  const ids = lines.map(idOf);
  const save = (favorites: string[]) => void arrange({ favorites });
  return (
    <Section label={t('favorite.title')} isNarrow={isNarrow}>
      {lines.map((line) => {
        const { to, icon, label } = line;
        const id = idOf(line);
        return (
          <Arranged
            key={id}
            kind="favorite"
            id={id}
            label={label}
            onMove={(by) => save(moved(ids, id, by))}
            onDrop={(other, isAfter) => save(movedTo(ids, other, id, isAfter))}
            remove={{
              label: t('favorite.remove'),
              icon: IconStarOff,
              run: () => void toggleFavorite(line.kind, line.target),
            }}
          >
            <NavItem to={to} icon={icon} label={label} badge={0} isNarrow={isNarrow} isPlain />
          </Arranged>
        );
      })}
    </Section>
  );
}
