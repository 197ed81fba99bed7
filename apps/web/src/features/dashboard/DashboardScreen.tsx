import { ActionIcon, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { IconSearch, IconStar } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import waiting from '#entities/checkin/CheckinBar.module.css';
import { FooterLinks } from '#entities/footer/FooterLinks.tsx';
import { useFooterLinks } from '#entities/footer/useFooterLinks.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { me as signedIn, workspace } from '#sync/account.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { useWireClock } from '#sync/useWireClock.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import classes from './DashboardScreen.module.css';
import { OwnTasks } from './OwnTasks.tsx';
import { ServerClock } from './ServerClock.tsx';
import { GettingStarted } from './start/GettingStarted.tsx';

const CheckinBar = lazyPart(async () => (await import('#entities/checkin/CheckinBar.tsx')).CheckinBar);
const TeamTab = lazyPart(async () => (await import('./TeamTab.tsx')).TeamTab);

interface Props {
  onTask: (taskId: number) => void;
  onNewProject: () => void;
  /** For phones, which have no sidebar. */
  onSearch: () => void;
}

/** A department that the person heads is marked among theirs. */
const HEADS = / \(M\)(,|$)/;

export function DashboardScreen({ onTask, onNewProject, onSearch }: Props) {
  const me = useUser(useMe());
  const clock = useWireClock();
  const isPhone = useIsPhone();
  const state = useClientState();
  const isUnknown = useSelect(
    ['task', 'project'],
    (store) => store.all('task').length + store.all('project').length === 0,
    [],
  );
  const [params, setParams] = useSearchParams();
  const hasTeam = HEADS.test(me?.department_name ?? '') || (signedIn()?.identity.includes('admin') ?? false);
  const hasCheckin = workspace()?.checkin === 'open';
  const foot = useFooterLinks('dashboard');
  const isTeam = hasTeam && params.get('tab') === 'team';
  // Unknown data shows nothing.
  if (state === 'loading' && isUnknown) return <LoadingPlaceholder label={t('state.loading')} />;
  return (
    <div className={classes.page}>
      <div className={classes.inner}>
        <header className={classes.hello}>
          <Title order={1}>{greeting(me?.nickname ?? '')}</Title>
          <Text c="dimmed">{t('dashboard.text')}</Text>
          <ServerClock at={clock.now} />
          {isPhone && (
            <span className={classes.search}>
              <ActionIcon component={Link} to="/manage/favorite" size="lg" aria-label={t('favorite.title')}>
                <IconStar size={20} stroke={1.75} />
              </ActionIcon>
              <ActionIcon size="lg" data-tour="search" aria-label={t('nav.search')} onClick={onSearch}>
                <IconSearch size={20} stroke={1.75} />
              </ActionIcon>
            </span>
          )}
        </header>
        {hasTeam && (
          <SegmentedControl
            className={classes.tabs ?? ''}
            aria-label={t('dashboard.tab')}
            value={isTeam ? 'team' : 'mine'}
            onChange={(tab) => setParams(tab === 'team' ? { tab } : {}, { replace: true })}
            data={[
              { value: 'mine', label: t('dashboard.mine') },
              { value: 'team', label: t('dashboard.team') },
            ]}
          />
        )}
        {isTeam ? (
          <Suspense fallback={<LoadingPlaceholder label={t('state.loading')} />}>
            <TeamTab onTask={onTask} />
          </Suspense>
        ) : (
          <>
            {hasCheckin && (
              <Suspense fallback={<Skeleton className={waiting.waiting ?? ''} radius="md" aria-hidden />}>
                <CheckinBar />
              </Suspense>
            )}
            <GettingStarted onNewProject={onNewProject} />
            <OwnTasks clock={clock} onTask={onTask} onNewProject={onNewProject} />
          </>
        )}
        {foot && <FooterLinks at="dashboard" {...foot} />}
      </div>
    </div>
  );
}

/** The workspace's own welcome text, if any. */
function greeting(name: string): string {
  const own = workspace()?.system_welcome;
  return own ? own.replaceAll('{username}', name) : t(`dashboard.hello_${partOfDay()}`, { name });
}

function partOfDay(): 'morning' | 'day' | 'evening' {
  const hour = nowDate().getHours();
  // At night it is neither.
  if (hour < 4) return 'day';
  return hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'day';
}
