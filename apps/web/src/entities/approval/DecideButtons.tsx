import { Button, Group, Textarea } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { decide } from './approval.actions.ts';

/** The buttons that decide a step: one click approves it, a rejection asks for a reason. */
export function DecideButtons({ taskId, size = 'compact-sm' }: { taskId: number; size?: 'compact-sm' | 'sm' }) {
  const [isBusy, setBusy] = useState(false);
  const [isRefusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const act = async (pass: boolean) => {
    setBusy(true);
    const done = await decide(taskId, pass, pass ? {} : { comment: reason.trim() });
    setBusy(false);
    if (done) setRefusing(false);
  };
  return (
    <>
      <Group gap="xs">
        <Button
          size={size}
          leftSection={<IconCheck size={16} stroke={2} />}
          loading={isBusy && !isRefusing}
          onClick={() => void act(true)}
        >
          {t('approval.agree')}
        </Button>
        <Button
          size={size}
          variant="default"
          leftSection={<IconX size={16} stroke={2} />}
          disabled={isBusy}
          onClick={() => setRefusing(true)}
        >
          {t('approval.reject')}
        </Button>
      </Group>
      {isRefusing && (
        <Modal opened onClose={() => setRefusing(false)} title={t('approval.reject_title')} size={440}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void act(false);
            }}
          >
            <Textarea
              data-autofocus
              autosize
              minRows={3}
              label={t('approval.reason')}
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              mb="md"
            />
            <FormEnd color="red" loading={isBusy} onCancel={() => setRefusing(false)}>
              {t('approval.reject')}
            </FormEnd>
          </form>
        </Modal>
      )}
    </>
  );
}
