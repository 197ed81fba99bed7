import type { OutputOf } from '@atrium/contract/kit.ts';
import { type fileSetting, KEPT_MAX, PACKERS } from '@atrium/contract/workspace/storage.ts';
import { NumberInput, Select, Stack, Text } from '@mantine/core';
import { Problem } from '#entities/form/Problem.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { ChosenPeople } from '#features/settings/ChosenPeople.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { readPackers, savePackers } from './system.actions.ts';

/** The people who may download files as one archive; a choice applies at once. */
export function Packers() {
  const { data: saved, problem, show, fail } = useRequest(readPackers);
  const save = (change: Parameters<typeof savePackers>[0]) => savePackers(change).then(show, fail);
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
      {saved && <Quotas saved={saved} onSave={(change) => void save(change)} />}
      <Problem words={problem} />
    </div>
  );
}

const MB_MAX = 2_000_000_000;
type Saved = OutputOf<typeof fileSetting>;
type Numbers = 'quota_person' | 'quota_total' | 'bin_days' | 'versions_most' | 'versions_days';

/** Storage limits in MB, and the days that deleted items are stored; a field is saved when it is left. */
function Quotas({ saved, onSave }: { saved: Saved; onSave: (change: Partial<Pick<Saved, Numbers>>) => void }) {
  const field = (name: Numbers, label: string, description: string, { min = 0, max = MB_MAX } = {}) => (
    <FormRow label={label}>
      {(id) => (
        <NumberInput
          key={saved[name]}
          id={id}
          min={min}
          max={max}
          allowDecimal={false}
          defaultValue={saved[name]}
          description={description}
          onBlur={(event) => {
            const value = Number(event.currentTarget.value.replace(/\D/g, ''));
            if (value !== saved[name] && value >= min && value <= max) onSave({ [name]: value });
          }}
        />
      )}
    </FormRow>
  );
  return (
    <>
      {field('quota_person', t('quota.person'), t('quota.hint'))}
      {field('quota_total', t('quota.total'), t('quota.used', { size: sizeWords(saved.used_total, locale) }))}
      {field('bin_days', t('bin.days'), t('bin.days_hint'), { min: 1, max: KEPT_MAX })}
      {field('versions_most', t('bin.versions'), t('quota.hint'), { max: KEPT_MAX })}
      {field('versions_days', t('bin.versions_days'), t('bin.versions_hint'), { max: KEPT_MAX })}
      {saved.used_most.length > 0 && (
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            {t('quota.most')}
          </Text>
          <ul className={classes.used} aria-label={t('quota.most')}>
            {saved.used_most.map((each) => (
              <UsedBy key={each.userid} {...each} />
            ))}
          </ul>
        </Stack>
      )}
    </>
  );
}

function UsedBy({ userid, bytes }: Saved['used_most'][number]) {
  const user = useUser(userid);
  return (
    <li className={classes.usedBy}>
      <Text size="sm">{user?.nickname ?? ''}</Text>
      <Text size="sm" c="dimmed">
        {sizeWords(bytes, locale)}
      </Text>
    </li>
  );
}
