import { isLanguage, languages } from '@atrium/i18n/languages.ts';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ZoneSelect } from '#entities/user/ZoneSelect.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { saveProfile } from '#features/settings/settings.actions.ts';
import { me, workspace } from '#sync/account.ts';
import { language, switchLanguage, t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';

/** Changes the language after a confirmation and reloads the app; and the time zone. */
export function LanguageSettings() {
  const [zone, setZone] = useState(me()?.timezone || (workspace()?.server_timezone ?? 'UTC'));
  const [problem, setProblem] = useState('');
  const choose = async (next: string) => {
    if (!isLanguage(next) || next === language) return;
    const isSure = await askFirst({
      title: t('settings.language'),
      text: t('settings.language_ask', { name: languages[next] }),
      action: t('settings.language_switch'),
    });
    if (!isSure) return;
    await saveProfile({ lang: next });
    switchLanguage(next);
  };
  const chooseZone = async (next: string) => {
    const words = await saveProfile({ timezone: next });
    setProblem(words);
    if (!words) setZone(next);
  };
  return (
    <div className={classes.form}>
      <Radio.Group value={language} onChange={(next) => void choose(next)} label={t('settings.language')}>
        <Stack gap="sm" mt="xs">
          {Object.entries(languages).map(([id, name]) => (
            <Radio key={id} value={id} label={<span lang={id}>{name}</span>} />
          ))}
        </Stack>
      </Radio.Group>
      <ZoneSelect
        label={t('zone.title')}
        description={t('zone.hint')}
        value={zone}
        error={problem}
        onChange={(next) => void chooseZone(next)}
      />
    </div>
  );
}
