import type { Person } from '@atrium/app/atrium.ts';
import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconExternalLink, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ownAddress } from '#entities/microApp/microApps.ts';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { askToken, namesOf, type OpenedApp, openApp, ownProps, setOwnBadge } from '#features/apps/apps.actions.ts';
import { language, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './AppFrame.module.css';
import { useFrame } from './useFrame.ts';

/** Screens that an app may open over or beside itself. */
export interface AppLinks {
  onTask: (id: number) => void;
  onDialog: (id: number, message?: number) => void;
  onFile: (id: number) => void;
}

interface Props extends AppLinks {
  id: string;
  menu: string;
  /** True in a window without the frame of the workspace. */
  isSingle?: boolean;
  onClose: () => void;
  onReload: () => void;
  /** Called when the app asks to stay loaded, or not, while another screen is shown. */
  onKept?: (isKept: boolean) => void;
}

/** An app, with its header if it has one. */
export function AppFrame({ id, menu, ...props }: Props) {
  const scheme = useComputedColorScheme('light');
  const [first] = useState(scheme);
  const { data, problem, again } = useRequest(async () => {
    const app = await openApp(id, menu, first);
    props.onKept?.(app.keep_alive);
    // Such an app has a tab of its own, and this window is that tab.
    if (app.url_type === 'external') location.replace(app.url);
    return app;
  }, `${id}/${menu}`);
  const [failure, setFailure] = useState<'apps.gone' | 'apps.slow' | null>(null);
  if (problem || failure) {
    return (
      <div className={classes.app}>
        <div className={classes.state} role="alert">
          <EmptyState
            drawing="lost"
            text={problem || t(failure ?? 'apps.gone')}
            action={{
              label: t('action.retry'),
              run: () => {
                setFailure(null);
                again();
              },
            }}
          />
        </div>
      </div>
    );
  }
  if (!data || data.url_type === 'external') {
    return (
      <div className={classes.app}>
        <LoadingPlaceholder label={t('state.loading')} />
      </div>
    );
  }
  const theme = data.auto_dark_theme ? scheme : 'light';
  return (
    <Framed
      app={data}
      theme={theme}
      onGone={() => setFailure('apps.gone')}
      onSlow={() => setFailure('apps.slow')}
      {...props}
    />
  );
}

interface FramedProps extends Omit<Props, 'id' | 'menu' | 'onKept'> {
  app: OpenedApp;
  theme: 'light' | 'dark';
  onGone: () => void;
  onSlow: () => void;
}
function Framed({ app, theme, isSingle, onClose, onReload, onGone, onSlow, onTask, onDialog, onFile }: FramedProps) {
  const isPhone = useIsPhone();
  const [title, setTitle] = useState('');
  const [picking, setPicking] = useState<Picking | null>(null);
  const host = {
    props: () => ({
      ...{ app: app.id, key: app.key, user: ownProps(app), theme, language, base: location.origin },
      ...{ permissions: app.permissions, props: app.props },
    }),
    token: () => askToken(app.id),
    openTask: onTask,
    openDialog: onDialog,
    openFile: onFile,
    pickPeople: (wanted: Omit<Picking, 'done'>) =>
      new Promise<Person[] | null>((done) => {
        setPicking((before) => {
          before?.done(null);
          return { ...wanted, done };
        });
      }),
    // The app is named, so that nobody takes its words for the workspace's.
    notice: (text: string, kind: 'info' | 'error') => notify(`${app.name}: ${text}`, { kind }),
    setTitle,
    close: onClose,
    badge: (badge: { count: number; dot: boolean; key: string }) =>
      setOwnBadge({ appid: app.id, menu_key: badge.key || app.key, count: badge.count, dot: badge.dot }),
  };
  const { outer, onLoad } = useFrame({ app, theme, host, onGone, onSlow });
  const isBare = app.immersive || app.url_type.startsWith('inline');
  const hasCapsule = isBare && (isPhone || app.capsule['visible'] !== false);
  const buttons = (
    <>
      <ActionIcon size="lg" aria-label={t('apps.reload')} title={t('apps.reload')} onClick={onReload}>
        <IconRefresh size={18} stroke={1.75} />
      </ActionIcon>
      {!isSingle && !isPhone && (
        <ActionIcon
          size="lg"
          component="a"
          href={`/single/apps/${app.id}${app.key ? `/${app.key}` : ''}`}
          target="_blank"
          rel="noreferrer"
          aria-label={t('apps.window')}
          title={t('apps.window')}
        >
          <IconExternalLink size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon size="lg" aria-label={t('action.close')} title={t('action.close')} onClick={onClose}>
        <IconX size={18} stroke={1.75} />
      </ActionIcon>
    </>
  );
  return (
    <div className={classes.app} style={backgroundOf(app)}>
      {!isBare && <ScreenHeader title={title || app.label}>{buttons}</ScreenHeader>}
      {hasCapsule && (
        <div className={classes.capsule} role="toolbar" aria-label={app.label}>
          {buttons}
        </div>
      )}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- an empty page of ours, in which the app is sandboxed. */}
      <iframe
        ref={outer}
        className={classes.frame}
        title={app.label}
        src={ownAddress(app.frame)}
        onLoad={onLoad}
        data-app={app.id}
      />
      {picking && <Picker {...picking} onEnd={() => setPicking(null)} name={app.name} />}
    </div>
  );
}

const backgroundOf = ({ background, transparent }: OpenedApp) => {
  if (background) return { background };
  return transparent ? { background: 'transparent' } : {};
};

interface Picking {
  title: string;
  chosen: number[];
  most: number;
  done: (people: Person[] | null) => void;
}
function Picker({ title, chosen, most, done, name, onEnd }: Picking & { name: string; onEnd: () => void }) {
  const end = (people: Person[] | null) => {
    done(people);
    onEnd();
  };
  return (
    <UserPicker
      title={title ? `${name}: ${title}` : t('apps.pick', { name })}
      chosen={chosen}
      max={most}
      onClose={() => end(null)}
      onDone={(userids) =>
        void namesOf(userids).then(end, (error: unknown) => {
          notify(wordsOf(error), { kind: 'error' });
          end(null);
        })
      }
    />
  );
}
