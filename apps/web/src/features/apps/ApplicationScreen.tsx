import { NO_SORTS } from '@atrium/contract/workspace/appSorts.ts';
import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core';
import { IconArrowsSort, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMicroApps, useMicroAppsLoaded } from '#entities/microApp/microApps.ts';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { isArrow, neighbor } from '#ui/keys/neighbor.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './ApplicationScreen.module.css';
import { type AppSorts, readSorts, saveSorts } from './apps.actions.ts';
import { Tiles } from './Tiles.tsx';
import { adminTiles, baseTiles, isOfApp, sorted, type Tile } from './tiles.ts';
import { useTileBadges } from './useTileBadges.ts';

const NO_ORDER: AppSorts = { base: [], admin: [] };
/** Fewer tiles are seen at once. */
const MANY = 16;
const STORE = '/manage/application/store';

/** Everything besides projects and conversations, and the workspace's apps: the phone's fourth tab. */
export function ApplicationScreen() {
  // A reload on this page starts without the person.
  useClientState();
  const apps = useMicroApps();
  const isLoaded = useMicroAppsLoaded();
  const navigate = useNavigate();
  const uses = useTileBadges();
  const { data, show } = useRequest(readSorts);
  const [isSorting, setSorting] = useState(false);
  const [words, setWords] = useState('');
  const sorts: AppSorts = data?.sorts ?? NO_ORDER;
  const isAdmin = me()?.identity.includes('admin') ?? false;
  const used = (tile: Tile) => ({ ...tile, count: uses[tile.id]?.count ?? tile.count, use: uses[tile.id]?.text });
  const base = sorted(baseTiles(apps), sorts.base).map(used);
  const admin = isAdmin ? sorted(adminTiles(apps), sorts.admin).map(used) : [];
  const store = async ({ base, admin }: AppSorts) => {
    show((before) => ({ sorts: { ...NO_SORTS, ...before?.sorts, base, admin } }));
    const words = await saveSorts({ base, admin });
    if (words) notify(words, { kind: 'error' });
  };
  const idsOf = (tiles: readonly Tile[]) => tiles.map(({ id }) => id);
  const moved = (tiles: readonly Tile[], from: number, to: number) => {
    const ids = idsOf(tiles);
    ids.splice(to, 0, ...ids.splice(from, 1));
    return ids;
  };
  const everyday = base.filter((tile) => !isOfApp(tile));
  const installed = base.filter(isOfApp);
  const hasFilter = !isSorting && base.length + admin.length > MANY;
  const key = hasFilter ? words.trim().toLocaleLowerCase() : '';
  const found = <T extends Tile>(tiles: readonly T[]) =>
    tiles.filter(({ label, about }) => `${label} ${about}`.toLocaleLowerCase().includes(key));
  const groups = [
    {
      ...{ id: 'everyday', title: t('apps.everyday'), list: found(everyday) },
      onMove: (from: number, to: number) => ({
        ...sorts,
        base: [...moved(everyday, from, to), ...idsOf(installed)],
      }),
    },
    {
      ...{ id: 'installed', title: t('apps.installed_group'), list: found(installed) },
      onMove: (from: number, to: number) => ({
        ...sorts,
        base: [...idsOf(everyday), ...moved(installed, from, to)],
      }),
    },
    {
      ...{ id: 'admin', title: t('apps.admin'), list: found(admin) },
      onMove: (from: number, to: number) => ({ ...sorts, admin: moved(admin, from, to) }),
    },
  ];
  const isBare = isAdmin && isLoaded && installed.length === 0 && key === '' && !isSorting;
  return (
    <div className={classes.page}>
      <ScreenHeader title={t('nav.apps')}>
        {hasFilter && (
          <TextInput
            className={classes.filter}
            aria-label={t('apps.filter')}
            placeholder={t('apps.filter')}
            leftSection={<IconSearch size={16} stroke={1.75} />}
            rightSection={
              words !== '' && <CloseButton size="sm" aria-label={t('action.clear')} onClick={() => setWords('')} />
            }
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && setWords('')}
          />
        )}
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
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows between links, which Tab reaches too */}
      <div
        className={classes.body}
        onKeyDown={(event) => {
          const own = (event.target as HTMLElement).closest<HTMLElement>('[data-tile]');
          if (!own || !isArrow(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
          const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')];
          neighbor(items, own, event.key)?.focus();
          event.preventDefault();
        }}
      >
        {groups.every(({ list }) => list.length === 0) && (
          <EmptyState
            drawing="lost"
            text={t('apps.none_found')}
            action={{ label: t('action.clear'), run: () => setWords('') }}
          />
        )}
        {groups.map(
          ({ id, title, list, onMove }) =>
            (list.length > 0 || (id === 'installed' && isBare)) && (
              <section key={id} className={classes.group} aria-label={title}>
                <h2 className={classes.heading}>{title}</h2>
                {list.length > 0 ? (
                  <Tiles
                    list={list}
                    label={title}
                    {...(isSorting && { onMove: (from, to) => void store(onMove(from, to)) })}
                  />
                ) : (
                  <div className={classes.bare}>
                    <p>{t('apps.none_installed')}</p>
                    <Button variant="light" size="compact-md" onClick={() => void navigate(STORE)}>
                      {t('apps.browse')}
                    </Button>
                  </div>
                )}
              </section>
            ),
        )}
      </div>
    </div>
  );
}
