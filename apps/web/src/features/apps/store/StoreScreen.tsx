import type { CatalogApp, StagedApp } from '@atrium/contract/workspace/appCatalog.ts';
import type { MicroApp } from '@atrium/contract/workspace/microApps.ts';
import { Badge, Button, FileButton, Group, Text } from '@mantine/core';
import { IconFileZip, IconLink, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { NotYet } from '#entities/form/Problem.tsx';
import { AppIcon } from '#entities/microApp/AppIcon.tsx';
import { readCatalog, readCustom, stageApp, uploadApp } from '#features/apps/apps.actions.ts';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { wordsOf } from '#sync/words.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { AddressModal } from './AddressModal.tsx';
import { CustomModal } from './CustomModal.tsx';
import { InstallModal } from './InstallModal.tsx';
import { ManageModal } from './ManageModal.tsx';
import classes from './StoreScreen.module.css';

/** The screen on which administrators find, install and remove apps. */
export function StoreScreen() {
  useClientState();
  const navigate = useNavigate();
  const person = me();
  return (
    <div className={classes.page}>
      <ScreenHeader
        title={t('apps.store')}
        back={{ label: t('action.back'), run: () => void navigate('/manage/application') }}
      />
      <div className={classes.body}>
        {person && !person.identity.includes('admin') && <EmptyState drawing="lost" text={t('apps.admins_only')} />}
        {person?.identity.includes('admin') && <Store />}
      </div>
    </div>
  );
}

type Shown =
  | { kind: 'install'; staged: StagedApp }
  | { kind: 'manage'; app: CatalogApp }
  | { kind: 'address' }
  | { kind: 'custom'; app: MicroApp | null }
  | null;

function Store() {
  const version = useRevision('apps', 0);
  const { data, problem } = useRequest(readCatalog, version);
  const custom = useRequest(readCustom, version);
  const [shown, setShown] = useState<Shown>(null);
  const [busy, setBusy] = useState('');
  const close = () => setShown(null);
  /** Checks an app; then its permissions are shown. */
  const check = async (name: string, ask: () => Promise<StagedApp>) => {
    setBusy(name);
    try {
      setShown({ kind: 'install', staged: await ask() });
    } catch (error) {
      notify(wordsOf(error), { kind: 'error' });
    }
    setBusy('');
  };
  const stage = (app: CatalogApp) =>
    check(app.id, () => stageApp(app.source === 'url' ? { url: app.manifest_url } : { bundled: app.id }));
  if (!data) return <NotYet problem={problem} />;
  const own = custom.data ?? [];
  return (
    <div className={classes.inner}>
      <Text c="dimmed" mb="sm">
        {t('apps.store_hint')}
      </Text>
      <Group gap="sm" mb="md">
        <FileButton accept=".zip,application/zip" onChange={(file) => file && void check('zip', () => uploadApp(file))}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileZip size={18} />} loading={busy === 'zip'}>
              {t('apps.from_zip')}
            </Button>
          )}
        </FileButton>
        <Button variant="default" leftSection={<IconLink size={18} />} onClick={() => setShown({ kind: 'address' })}>
          {t('apps.from_address')}
        </Button>
      </Group>
      <ul className={classes.list} aria-label={t('apps.store')}>
        {data.list
          .filter(({ source }) => source !== 'custom')
          .map((app) => (
            <li key={app.id}>
              <Card app={app}>
                {app.status === 'not_installed' && (
                  <Button size="compact-md" loading={busy === app.id} onClick={() => void stage(app)}>
                    {t('apps.install')}
                  </Button>
                )}
                {hasUpdate(app) && (
                  <Button size="compact-md" loading={busy === app.id} onClick={() => void stage(app)}>
                    {t('apps.update')}
                  </Button>
                )}
                {app.status === 'installed' && (
                  <Button size="compact-md" variant="default" onClick={() => setShown({ kind: 'manage', app })}>
                    {t('apps.manage')}
                  </Button>
                )}
              </Card>
            </li>
          ))}
      </ul>
      <h2 className={classes.heading}>{t('apps.own')}</h2>
      <Text c="dimmed" size="sm" mb="sm">
        {t('apps.own_hint')}
      </Text>
      {custom.problem && <NotYet problem={custom.problem} />}
      <ul className={classes.list} aria-label={t('apps.own')}>
        {own.map((app) => (
          <li key={app.id}>
            <div className={classes.card}>
              <AppIcon icon={app.icon} size={32} />
              <div className={classes.words}>
                <Text fw={600}>{app.name}</Text>
                <Text size="sm" c="dimmed">
                  {app.url}
                </Text>
                <Group gap="xs" mt={4}>
                  <Button
                    size="compact-md"
                    variant="default"
                    aria-label={`${t('action.edit')}: ${app.name}`}
                    onClick={() => setShown({ kind: 'custom', app })}
                  >
                    {t('action.edit')}
                  </Button>
                </Group>
              </div>
            </div>
          </li>
        ))}
      </ul>
      <Button
        mt="sm"
        variant="default"
        leftSection={<IconPlus size={18} />}
        disabled={!custom.data}
        onClick={() => setShown({ kind: 'custom', app: null })}
      >
        {t('apps.own_add')}
      </Button>
      {shown?.kind === 'install' && <InstallModal staged={shown.staged} onClose={close} />}
      {shown?.kind === 'manage' && (
        <ManageModal app={shown.app} onClose={close} onUpdate={() => void stage(shown.app)} />
      )}
      {shown?.kind === 'address' && (
        <AddressModal onClose={close} onStaged={(staged) => setShown({ kind: 'install', staged })} />
      )}
      {shown?.kind === 'custom' && <CustomModal all={own} app={shown.app} onClose={close} />}
    </div>
  );
}

/** Apps by address are updated in their window, because the server does not ask for them on its own. */
const hasUpdate = ({ source, offered, version, status }: CatalogApp) =>
  status === 'installed' && source === 'bundled' && offered !== '' && offered !== version;

function Card({ app, children }: { app: CatalogApp; children: ReactNode }) {
  return (
    <div className={classes.card}>
      <AppIcon icon={app.icon} size={32} />
      <div className={classes.words}>
        <Group gap={6}>
          <Text fw={600}>{app.name}</Text>
          <Text size="sm" c="dimmed">
            {app.version || app.offered}
          </Text>
          {app.status === 'installed' && (
            <Badge variant="light" color={app.enabled ? 'accent' : 'gray'} tt="none">
              {t(app.enabled ? 'apps.installed' : 'apps.disabled')}
            </Badge>
          )}
        </Group>
        <Text size="sm">{app.description}</Text>
        {app.author && (
          <Text size="sm" c="dimmed">
            {t('apps.by', { name: app.author })}
          </Text>
        )}
        <Group gap="xs" mt="auto" pt={6}>
          {children}
        </Group>
      </div>
    </div>
  );
}
