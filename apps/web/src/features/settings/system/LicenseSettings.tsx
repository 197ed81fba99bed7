import { Text } from '@mantine/core';
import { NotYet, Problem } from '#entities/form/Problem.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { readLicense } from '#features/settings/settings.actions.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';

/** States that the license is free, and what it allows. */
export function LicenseSettings() {
  const { data: license, problem } = useRequest(readLicense);
  if (!license || problem) return <NotYet problem={problem} />;
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
        <Problem key={words} words={words} />
      ))}
    </div>
  );
}
