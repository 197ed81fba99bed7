import { Button, Kbd, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { type SendHost, type SendKey, sendKeyOf, storeSendKey } from '#entities/message/editor/sendKey.ts';
import { screenshotKey, storeScreenshotKey } from '#entities/message/files/screenshot.ts';
import { CARD_KEYS } from '#entities/task/menu/cardKeys.ts';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { useEverywhere } from '#ui/keys/commands.ts';
import { keysCollide, setCustomKeys, useCustomKeys } from '#ui/keys/keys.ts';
import { KeyButton } from './KeyButton.tsx';

/** The settings of keys on this device: which key sends, and the keys of commands. */
export function KeyboardSettings() {
  return (
    <div className={classes.form}>
      <SendRow on="desktop" />
      <SendRow on="app" />
      {host.canCapture() && <ScreenshotRow />}
      <Shortcuts />
    </div>
  );
}

function SendRow({ on }: { on: SendHost }) {
  const [key, setKey] = useState(() => sendKeyOf(on));
  const label = t(`keyboard.send_${on}`);
  return (
    <FormRow label={label}>
      {(id) => (
        <SegmentedControl
          id={id}
          aria-label={label}
          value={key}
          onChange={(value) => {
            storeSendKey(on, value as SendKey);
            setKey(value as SendKey);
          }}
          data={[
            { value: 'enter', label: t('keyboard.enter') },
            { value: 'ctrl', label: t(on === 'app' ? 'keyboard.button' : 'keyboard.ctrl') },
          ]}
        />
      )}
    </FormRow>
  );
}

const MOD = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** The row for the letter of screenshots, which is combined with two keys that hardly any browser uses. */
function ScreenshotRow() {
  const [letter, setLetter] = useState(screenshotKey);
  return (
    <FormRow label={t('screenshot.title')}>
      {(id) => (
        <Stack gap={4}>
          <div className={classes.keys}>
            <Kbd>{MOD}</Kbd> + <Kbd>Shift</Kbd> +
            <TextInput
              id={id}
              size="sm"
              w={56}
              value={letter}
              autoComplete="off"
              styles={{ input: { textAlign: 'center' } }}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => {
                const typed = event.currentTarget.value.trim().toUpperCase().slice(-1);
                if (typed && !/[A-Z0-9]/.test(typed)) return;
                storeScreenshotKey(typed);
                setLetter(typed);
              }}
            />
          </div>
          <Text size="sm" c="dimmed">
            {t(letter ? 'screenshot.key_hint' : 'keyboard.none')}
          </Text>
        </Stack>
      )}
    </FormRow>
  );
}

/** The list of commands: first those that have or had keys, the rest on demand. */
function Shortcuts() {
  const everywhere = useEverywhere((state) => state.commands);
  const wishes = useCustomKeys((state) => state.wishes);
  const [problem, setProblem] = useState('');
  const [isWhole, setWhole] = useState(false);
  const ofCards = CARD_KEYS.map(({ id, label, keys }) => ({ id, label: t(label), keys: wishes[id] ?? keys }));
  const isKeyed = ({ id, keys }: { id: string; keys?: string }) => Boolean(keys) || id in wishes;
  const all = [...everywhere, ...ofCards];
  const commands = isWhole ? all : all.filter(isKeyed);
  if (commands.length === 0) return null;
  const choose = (id: string, keys: string | null) => {
    const other = keys && all.find((each) => each.id !== id && each.keys && keysCollide(each.keys, keys));
    setProblem(other ? t('keyboard.taken', { keys, name: other.label }) : '');
    if (!other) setCustomKeys(id, keys);
  };
  return (
    <>
      <div>
        <Title order={2} size="h4" mt="md">
          {t('shortcuts.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('keyboard.shortcuts_hint')}
        </Text>
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      </div>
      {commands.map(({ id, label, keys = '' }) => (
        <FormRow key={id} label={label}>
          {(field) => (
            <div className={classes.keys}>
              <KeyButton id={field} label={label} keys={keys} onChoose={(chosen) => choose(id, chosen)} />
              {id in wishes && (
                <Button variant="subtle" size="compact-sm" onClick={() => choose(id, null)}>
                  {t('keyboard.reset')}
                </Button>
              )}
            </div>
          )}
        </FormRow>
      ))}
      {!isWhole && (
        <div>
          <Button variant="subtle" size="compact-md" onClick={() => setWhole(true)}>
            {t('keyboard.more')}
          </Button>
        </div>
      )}
    </>
  );
}
