import { badgeOf, dialogList } from '@atrium/client/store/select.ts';
import { IconBriefcase, IconChecklist, IconFile, IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { DialogAvatar } from '#entities/dialog/DialogAvatar.tsx';
import { dialogName } from '#entities/dialog/name.ts';
import { useFavoriteChanges } from '#entities/favorite/favorite.actions.ts';
import { useNavigation } from '#entities/navigation/navigation.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { client } from '#sync/session.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { readLatestFavorites } from './latestFavorites.ts';
import { NavItem } from './NavItem.tsx';
import classes from './Sidebar.module.css';

const MOST = 6;

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

function Favorites({ isNarrow }: { isNarrow: boolean }) {
  const version = useFavoriteChanges((state) => state.version);
  const { data } = useAsked(readLatestFavorites, version);
  const { pathname } = useLocation();
  if (!data) return null;
  const rows = [
    ...data.projects.map(({ id, name }) => ({
      key: `project${id}`,
      to: `/manage/project/${id}`,
      icon: IconBriefcase,
      label: name,
    })),
    ...data.tasks.map(({ id, name }) => ({
      key: `task${id}`,
      to: `${pathname}?task=${id}`,
      icon: IconChecklist,
      label: name,
    })),
    ...data.files.map(({ id, file }) => ({
      key: `file${id}`,
      to: `/manage/file/${file.pid}/${file.id}`,
      icon: IconFile,
      label: file.name,
    })),
    ...data.messages.map(({ id, message }) => ({
      key: `message${id}`,
      to: `/manage/messenger?dialog=${message.dialog_id}&msg=${message.id}`,
      icon: IconMessage,
      label: previewLine(message),
    })),
  ].slice(0, MOST);
  if (rows.length === 0) return null;
  return (
    <Section label={t('favorite.title')} isNarrow={isNarrow}>
      {rows.map(({ key, ...row }) => (
        <NavItem key={key} {...row} badge={0} isNarrow={isNarrow} isPlain />
      ))}
    </Section>
  );
}
