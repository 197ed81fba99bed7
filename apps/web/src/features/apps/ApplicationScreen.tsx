import { NO_SORTS } from '@atrium/contract/workspace/microApps.ts';
import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconArrowsSort, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useWaitingApprovals } from '#entities/approval/news.ts';
import { useInboxBadge } from '#entities/inbox/inbox.ts';
import { wishMeeting } from '#entities/meeting/meeting.ts';
import { AppIcon } from '#entities/microApp/AppIcon.tsx';
import { useMicroApps } from '#entities/microApp/microApps.ts';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './ApplicationScreen.module.css';
import { type AppSorts, readSorts, saveSorts } from './apps.actions.ts';
import { adminTiles, baseTiles, sorted, type Tile } from './tiles.ts';

const NO_ORDER: AppSorts = { base: [], admin: [] };

/** Everything besides projects and conversations, and the workspace's apps: the phone's fourth tab. */
export function ApplicationScreen() {
  // A reload on this page starts without the person.
  useClientState();
  const apps = useMicroApps();
  const { data, show } = useAsked(readSorts);
  const [isSorting, setSorting] = useState(false);
  const sorts: AppSorts = data?.sorts ?? NO_ORDER;
  const isAdmin = me()?.identity.includes('admin') ?? false;
  const counts: Record<string, number> = { 'system:approve': useWaitingApprovals(), 'system:inbox': useInboxBadge() };
  const tiles = baseTiles(apps).map((tile) => ({ ...tile, count: counts[tile.id] ?? tile.count }));
  const base = sorted(tiles, sorts.base);
  const admin = isAdmin ? sorted(adminTiles(apps), sorts.admin) : [];
  const store = async ({ base, admin }: AppSorts) => {
    show((before) => ({ sorts: { ...NO_SORTS, ...before?.sorts, base, admin } }));
    const words = await saveSorts({ base, admin });
    if (words) notify(words, { kind: 'error' });
  };
  const move = (list: 'base' | 'admin', tiles: readonly Tile[], from: number, to: number) => {
    const ids = tiles.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    void store({ ...sorts, [list]: ids });
  };
  return (
    <div className={classes.page}>
      <ScreenHeader title={t('nav.apps')}>
        {isSorting ? (
          <>
            <Button size="compact-md" variant="subtle" onClick={() => void store(NO_ORDER)}>
              {t('apps.sort_reset')}
            </Button>
            <Button size="compact-md" onClick={() => setSorting(false)}>
              {t('action.done')}
            </Button>
          </>
        ) : (
          <ActionIcon size="lg" aria-label={t('apps.sort')} title={t('apps.sort')} onClick={() => setSorting(true)}>
            <IconArrowsSort size={20} stroke={1.75} />
          </ActionIcon>
        )}
      </ScreenHeader>
      <div className={classes.body}>
        <Tiles
          list={base}
          label={t('nav.apps')}
          {...(isSorting && { onMove: (from, to) => move('base', base, from, to) })}
        />
        {isAdmin && (
          <>
            <h2 className={classes.heading}>{t('apps.admin')}</h2>
            <Tiles
              list={admin}
              label={t('apps.admin')}
              {...(isSorting && { onMove: (from, to) => move('admin', admin, from, to) })}
            />
          </>
        )}
      </div>
    </div>
  );
}

interface TilesProps {
  list: readonly Tile[];
  label: string;
  /** While the tiles are sorted. */
  onMove?: (from: number, to: number) => void;
}
function Tiles({ list, label, onMove }: TilesProps) {
  return (
    <ul className={classes.tiles} aria-label={label}>
      {list.map((tile, index) => (
        <li key={tile.id}>
          {onMove ? (
            <Movable tile={tile} index={index} last={list.length - 1} onMove={onMove} />
          ) : (
            <Opening tile={tile} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A tile that opens something. */
function Opening({ tile }: { tile: Tile }) {
  const { meeting, to = '', isWindow } = tile;
  if (meeting) {
    return (
      <UnstyledButton className={classes.tile} onClick={() => wishMeeting({ kind: meeting })}>
        <Face tile={tile} />
      </UnstyledButton>
    );
  }
  return (
    <Link to={to} className={classes.tile} {...(isWindow && { target: '_blank' })}>
      <Face tile={tile} />
    </Link>
  );
}

interface MovableProps {
  tile: Tile;
  index: number;
  last: number;
  onMove: (from: number, to: number) => void;
}
function Movable({ tile, index, last, onMove }: MovableProps) {
  const button = (label: string, to: number, icon: ReactNode) => (
    <ActionIcon
      size="lg"
      variant="subtle"
      aria-label={`${label}: ${tile.label}`}
      disabled={to < 0 || to > last}
      onClick={() => onMove(index, to)}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <div className={classes.tile} data-sorting>
      <Face tile={tile} />
      <span className={classes.moves}>
        {button(t('apps.sort_before'), index - 1, <IconChevronLeft size={18} />)}
        {button(t('apps.sort_after'), index + 1, <IconChevronRight size={18} />)}
      </span>
    </div>
  );
}

function Face({ tile: { icon: Icon, picture = '', label, count, dot } }: { tile: Tile }) {
  return (
    <>
      <span className={classes.face}>
        {Icon ? <Icon size={28} stroke={1.5} /> : <AppIcon icon={picture} size={28} />}
        {count > 0 && <span className={classes.badge}>{count > 999 ? '999+' : count}</span>}
        {count === 0 && dot && <span className={classes.news} role="img" aria-label={t('apps.news')} />}
      </span>
      {label}
    </>
  );
}
