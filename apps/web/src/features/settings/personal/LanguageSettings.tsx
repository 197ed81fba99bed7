import { isLanguage, languages } from '@atrium/i18n/languages.ts';
import { Radio, Stack } from '@mantine/core';
import classes from '#features/settings/SettingsScreen.module.css';
import { saveProfile } from '#features/settings/settings.actions.ts';
import { language, switchLanguage, t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';

/** Changes the language after a confirmation and reloads the app. */
export function LanguageSettings() {
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
  return (
    <Radio.Group
      className={classes.form}
      value={language}
      onChange={(next) => void choose(next)}
      aria-label={t('settings.language')}
    >
      <Stack gap="sm">
        {Object.entries(languages).map(([id, name]) => (
          <Radio key={id} value={id} label={<span lang={id}>{name}</span>} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
