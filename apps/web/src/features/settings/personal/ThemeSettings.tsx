import { Alert, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';
import { type Appearance, setAppearance, useAppearance } from '#ui/appearance.ts';

const canFollow = () => window.matchMedia('(prefers-color-scheme)').media !== 'not all';

export function ThemeSettings() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { density, messages } = useAppearance();
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
      <FormRow label={t('look.density')}>
        {(id) => (
          <SegmentedControl
            id={id}
            fullWidth
            aria-label={t('look.density')}
            value={density}
            onChange={(value) => setAppearance({ density: value as Appearance['density'] })}
            data={[
              { value: 'comfortable', label: t('look.comfortable') },
              { value: 'compact', label: t('look.compact') },
            ]}
          />
        )}
      </FormRow>
      <FormRow label={t('look.messages')}>
        {(id) => (
          <SegmentedControl
            id={id}
            fullWidth
            aria-label={t('look.messages')}
            value={messages}
            onChange={(value) => setAppearance({ messages: value as Appearance['messages'] })}
            data={[
              { value: 'bubbles', label: t('look.bubbles') },
              { value: 'list', label: t('look.list') },
            ]}
          />
        )}
      </FormRow>
      {!canFollow() && (
        <Alert color="yellow" variant="light" role="alert">
          {t('theme.unsupported')}
        </Alert>
      )}
    </div>
  );
}
