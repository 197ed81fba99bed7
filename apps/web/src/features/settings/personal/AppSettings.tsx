import type { Answer } from '@atrium/contract/shell/bridge.ts';
import { Alert, Button, Group, Kbd, Switch, Text, TextInput } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { host } from '#host/browser.ts';
import { install, installWay, isPersisted, onInstallWay, persist } from '#host/install.ts';
import { ShellRefused } from '#host/shell.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { notify } from '#ui/overlays/notices.ts';

/** Atrium as an application on this device: installed by the browser, or a shell with settings of its own. */
export function AppSettings() {
  return (
    <div className={classes.form}>
      {host.kind === 'browser' && <InstallRow />}
      {host.kind === 'browser' && <StorageRow />}
      {host.canChooseServer() && <ServerRow />}
      {host.canSet() && <ShellRows />}
    </div>
  );
}

function InstallRow() {
  const way = useSyncExternalStore(onInstallWay, installWay);
  return (
    <FormRow label={t('app.install')}>
      <div>
        {way === 'prompt' && (
          <Button size="sm" onClick={() => void install()}>
            {t('app.install_now')}
          </Button>
        )}
        <Text size="sm" c="dimmed" {...(way === 'prompt' && { mt: 4 })}>
          {t(`app.install_${way}`)}
        </Text>
      </div>
    </FormRow>
  );
}

function StorageRow() {
  const [isKept, setKept] = useState<boolean | null>(null);
  useEffect(() => {
    void isPersisted().then(setKept, () => undefined);
  }, []);
  if (isKept === null) return null;
  const ask = async () => {
    const granted = await persist();
    setKept(granted);
    if (!granted) notify(t('app.storage_refused'), { kind: 'error' });
  };
  return (
    <FormRow label={t('app.storage')}>
      <div>
        {!isKept && (
          <Button size="sm" variant="default" onClick={() => void ask()}>
            {t('app.storage_ask')}
          </Button>
        )}
        <Text size="sm" c="dimmed" {...(!isKept && { mt: 4 })}>
          {t(isKept ? 'app.storage_kept' : 'app.storage_hint')}
        </Text>
      </div>
    </FormRow>
  );
}

function ServerRow() {
  const { data } = useRequest(() => host.listServers());
  const others = (data ?? []).filter(({ url }) => url !== location.origin);
  return (
    <FormRow label={t('app.server')}>
      <div>
        <output>{location.host}</output>
        <Group gap="xs" mt={4}>
          {others.map(({ url, name }) => (
            <Button key={url} size="compact-sm" variant="light" onClick={() => host.switchServer(url)}>
              {t('app.server_switch', { name: name || new URL(url).host })}
            </Button>
          ))}
          <Button size="compact-sm" variant="default" onClick={() => host.chooseServer()}>
            {t('app.server_choose')}
          </Button>
        </Group>
      </div>
    </FormRow>
  );
}

type Settings = Answer<'settings'>;

function ShellRows() {
  const { data, problem } = useRequest(() => host.readSettings());
  const [changed, setChanged] = useState<Settings | null>(null);
  if (problem) return <Alert color="red">{t('app.unreachable')}</Alert>;
  const settings = changed ?? data;
  if (!settings) return null;
  const change = async (part: Partial<Settings>) => {
    const next = { ...settings, ...part };
    setChanged(next);
    const { start_at_login, screenshot_key, lock } = next;
    try {
      await host.saveSettings({ start_at_login, screenshot_key, lock });
    } catch (error) {
      setChanged(settings);
      // No error is shown if the person has canceled the question for a fingerprint.
      if (error instanceof ShellRefused && error.why === 'denied') return;
      notify(t('app.unreachable'), { kind: 'error' });
    }
  };
  return (
    <>
      {settings.can_start && (
        <FormRow label={t('app.start')}>
          {(id) => (
            <Switch
              id={id}
              checked={settings.start_at_login}
              onChange={(event) => void change({ start_at_login: event.currentTarget.checked })}
            />
          )}
        </FormRow>
      )}
      {settings.can_key && (
        <KeyRow letter={settings.screenshot_key} onChange={(key) => void change({ screenshot_key: key })} />
      )}
      {settings.can_lock && (
        <FormRow label={t('app.lock')}>
          {(id) => (
            <div>
              <Switch
                id={id}
                checked={settings.lock}
                onChange={(event) => void change({ lock: event.currentTarget.checked })}
              />
              <Text size="sm" c="dimmed" mt={4}>
                {t('app.lock_hint')}
              </Text>
            </div>
          )}
        </FormRow>
      )}
    </>
  );
}

const MOD = /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** The row for a key that works while other programs are in front. */
function KeyRow({ letter, onChange }: { letter: string; onChange: (letter: string) => void }) {
  return (
    <FormRow label={t('app.key')}>
      {(id) => (
        <div>
          <div className={classes.keys}>
            <Kbd>{MOD}</Kbd> + <Kbd>Shift</Kbd> +
            <TextInput
              id={id}
              size="sm"
              w={56}
              value={letter}
              autoComplete="off"
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => {
                const typed = event.currentTarget.value.trim().toUpperCase().slice(-1);
                if (!typed || /[A-Z0-9]/.test(typed)) onChange(typed);
              }}
            />
          </div>
          <Text size="sm" c="dimmed" mt={4}>
            {t('app.key_hint')}
          </Text>
        </div>
      )}
    </FormRow>
  );
}
