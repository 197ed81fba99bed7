import { AUDIT_ACTIONS, AUDIT_LIMITS, type AuditAction } from '@atrium/contract/workspace/audit.ts';
import { Button, Group, NumberInput, Pagination, Select, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { DayRangeField } from '#entities/date/DateFields.tsx';
import { NotYet, Problem } from '#entities/form/Problem.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { SettingsForm, useSettingsForm } from '#features/settings/SettingsForm.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Audit.module.css';
import { AuditRows } from './AuditRows.tsx';
import { type AuditFilter, downloadAudit, readAudit, readRetention, saveRetention } from './audit.actions.ts';

const DEBOUNCE_MS = 300;
/** An IPv4 or IPv6 address, or its beginning. */
const ADDRESS = /^[\d.]*$|^[\da-f:.]*$/i;

/** The actions of people in the workspace, with filters; for administrators. */
export function AuditPage() {
  const [userids, setUserids] = useState<readonly number[]>([]);
  const [action, setAction] = useState<AuditAction | null>(null);
  const [ip, setIp] = useState('');
  const [days, setDays] = useState<[string | null, string | null]>([null, null]);
  const [page, setPage] = useState(1);
  const [refusal, setRefusal] = useState('');
  const [from, to] = days;
  const isAddress = ADDRESS.test(ip.trim());
  const filter: AuditFilter = {
    ...(userids[0] && { userid: userids[0] }),
    ...(action && { action }),
    ...(ip.trim() && isAddress && { ip: ip.trim() }),
    ...(from && to && { time: [`${from.slice(0, 10)} 00:00:00`, `${to.slice(0, 10)} 23:59:59`] as const }),
  };
  const key = JSON.stringify(filter);
  // A changed filter shows its first page.
  useEffect(() => setPage(1), [key]);
  const { data, problem } = useRequest(() => readAudit({ ...filter, page }), `${key} ${page}`, {
    delayMs: DEBOUNCE_MS,
  });
  const download = () =>
    downloadAudit(filter).then(
      () => setRefusal(''),
      (error: unknown) => setRefusal(wordsOf(error)),
    );
  return (
    <section className={classes.page} aria-label={t('settings.audit')}>
      <Text c="dimmed" size="sm">
        {t('audit.about')}
      </Text>
      <div className={classes.filters}>
        <PeopleField label={t('audit.person')} userids={userids} max={1} onChange={setUserids} />
        <Select
          label={t('audit.action')}
          placeholder={t('audit.any_action')}
          clearable
          searchable
          value={action}
          onChange={(value) => setAction(value as AuditAction | null)}
          data={AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.${value}`) }))}
        />
        <TextInput
          label={t('audit.address')}
          placeholder="192.0.2.1"
          value={ip}
          error={!isAddress && t('audit.address_wrong')}
          errorProps={{ role: 'alert' }}
          onChange={(event) => setIp(event.currentTarget.value)}
        />
        <DayRangeField
          allowSingleDateInRange
          clearable
          label={t('audit.when')}
          placeholder={t('audit.any_time')}
          value={days}
          onChange={setDays}
        />
      </div>
      <Problem words={refusal} />
      {!data ? (
        <NotYet problem={problem} />
      ) : data.data.length === 0 ? (
        <EmptyState drawing="board" text={t('audit.none')} />
      ) : (
        <AuditRows rows={data.data} />
      )}
      {data && (
        <Group justify="space-between" gap="sm">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            disabled={data.total === 0}
            onClick={() => void download()}
          >
            {t('audit.csv')}
          </Button>
          <Pagination
            total={data.last_page}
            value={page}
            onChange={setPage}
            hideWithOnePage
            aria-label={t('settings.audit')}
          />
        </Group>
      )}
      <Retention />
    </section>
  );
}

function Retention() {
  const { settings, problem } = useSettingsForm({
    read: readRetention,
    save: saveRetention,
    fieldsOf: ({ days }) => ({ days }),
  });
  if (!settings) return problem === '' ? null : <NotYet problem={problem} />;
  const { fields, set, form } = settings;
  return (
    <SettingsForm form={form}>
      <FormRow label={t('audit.days')}>
        {(id) => (
          <NumberInput
            id={id}
            w={120}
            min={AUDIT_LIMITS.leastDays}
            max={AUDIT_LIMITS.mostDays}
            clampBehavior="blur"
            suffix={` ${t('system.days')}`}
            allowDecimal={false}
            value={fields.days}
            onChange={(value) => set({ days: Number(value) })}
          />
        )}
      </FormRow>
    </SettingsForm>
  );
}
