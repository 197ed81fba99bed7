import type { OutputOf } from '@atrium/contract/kit.ts';
import type { systemLicense } from '@atrium/contract/workspace/system.ts';
import { Alert, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { readLicense } from '#features/settings/settings.actions.ts';
import { t } from '#sync/language.ts';
import { untilRead } from '#sync/store/untilRead.ts';
import { Waiting } from '#ui/layout/Waiting.tsx';

/** The licence is free: the page says so, and what it allows. */
export function LicenseSettings() {
  const [license, setLicense] = useState<OutputOf<typeof systemLicense> | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => untilRead(readLicense, setLicense, setProblem), []);
  if (problem) {
    return (
      <Alert role="alert" color="red" variant="light">
        {problem}
      </Alert>
    );
  }
  if (!license) return <Waiting label={t('state.loading')} />;
  const { people, expired_at } = license.info;
  const rows = [
    ['license.name', license.license],
    ['license.people', people === 0 ? t('license.no_limit') : String(people)],
    ['license.used', String(license.user_count)],
    ['license.until', expired_at ?? t('license.no_end')],
  ] as const;
  return (
    <div className={classes.form}>
      <Text>{t('license.text')}</Text>
      {rows.map(([key, value]) => (
        <FormRow key={key} label={t(key)}>
          {(id) => <output id={id}>{value}</output>}
        </FormRow>
      ))}
      {license.error.map((words) => (
        <Alert key={words} role="alert" color="red" variant="light">
          {words}
        </Alert>
      ))}
    </div>
  );
}
