import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { keepSendKey, type SendHost, type SendKey, sendKeyOf } from '#entities/message/sendKey.ts';
import { t } from '#sync/language.ts';
import { FormRow } from './FormRow.tsx';
import classes from './SettingsScreen.module.css';

/** Kept on this device, like what it says: which key sends. */
export function KeyboardSettings() {
  return (
    <div className={classes.form}>
      <SendRow on="desktop" />
      <SendRow on="app" />
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
            keepSendKey(on, value as SendKey);
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
