import type { OutputOf } from '@atrium/contract/kit.ts';
import { type fileSetting, PACKERS } from '@atrium/contract/system.ts';
import { Alert, Select, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { untilRead } from '#sync/untilRead.ts';
import { wordsOf } from '#sync/words.ts';
import { ChosenPeople } from './ChosenPeople.tsx';
import { FormRow } from './FormRow.tsx';
import classes from './SettingsScreen.module.css';
import { readPackers, savePackers } from './system.actions.ts';

/** Who downloads files as one archive; what is chosen counts at once. */
export function Packers() {
  const [saved, setSaved] = useState<OutputOf<typeof fileSetting> | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => untilRead(readPackers, setSaved, setProblem), []);
  const save = async (change: Parameters<typeof savePackers>[0]) => {
    try {
      setSaved(await savePackers(change));
      setProblem('');
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  const who = saved?.permission_pack_type ?? 'all';
  return (
    <div className={classes.form}>
      {saved && (
        <FormRow label={t('pack.who')}>
          {(id) => (
            <Stack gap="xs">
              <Select<string>
                id={id}
                allowDeselect={false}
                value={who}
                data={PACKERS.map((value) => ({ value, label: t(`pack.who.${value}`) }))}
                onChange={(value) =>
                  void save({ permission_pack_type: PACKERS.find((each) => each === value) ?? 'all' })
                }
              />
              {(who === 'appointAllow' || who === 'appointProhibit') && (
                <ChosenPeople
                  title={t(`pack.who.${who}`)}
                  userids={saved.permission_pack_userids}
                  onChange={(permission_pack_userids) => void save({ permission_pack_userids })}
                />
              )}
            </Stack>
          )}
        </FormRow>
      )}
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
    </div>
  );
}
