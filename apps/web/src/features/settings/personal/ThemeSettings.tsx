import { Alert, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import classes from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';

const canFollow = () => window.matchMedia('(prefers-color-scheme)').media !== 'not all';

export function ThemeSettings() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.form}>
      <SegmentedControl
        value={colorScheme}
        onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
        aria-label={t('settings.theme')}
        data={[
          { value: 'auto', label: t('theme.auto') },
          { value: 'light', label: t('theme.light') },
          { value: 'dark', label: t('theme.dark') },
        ]}
      />
      {!canFollow() && (
        <Alert color="yellow" variant="light" role="alert">
          {t('theme.unsupported')}
        </Alert>
      )}
    </div>
  );
}
