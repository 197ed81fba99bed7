import { APPROVAL_EXPORT_DAYS } from '@atrium/contract/approvals/administration.ts';
import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { readForms } from '#entities/approval/approval.actions.ts';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { exportApprovals } from './approvals.actions.ts';
import { lastDays, PeriodField } from './PeriodField.tsx';

/** A workbook of requests, for administrators. */
export function ExportModal({ onClose }: { onClose: () => void }) {
  const { data } = useRequest(readForms);
  const [period, setPeriod] = useState(() => lastDays(nowDate(), APPROVAL_EXPORT_DAYS));
  const [form, setForm] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [from, to] = period;
  const submit = async () => {
    if (!from || !to) return;
    setBusy(true);
    if (await exportApprovals({ date: [from, to], ...(form && { proc_def_id: Number(form) }) })) onClose();
    else setBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title={t('approval.export')} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('approval.export_about', { number: APPROVAL_EXPORT_DAYS })}
          </Text>
          <PeriodField label={t('approval.period')} period={period} onChange={setPeriod} />
          <Select
            label={t('approval.form')}
            placeholder={t('approval.form_all')}
            clearable
            value={form || null}
            data={(data?.list ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(value) => setForm(value ?? '')}
          />
          <FormEnd loading={isBusy} disabled={!from || !to} onCancel={onClose}>
            {t('approval.export_do')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
