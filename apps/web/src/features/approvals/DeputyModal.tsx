import type { ApprovalDelegation } from '@atrium/contract/approvals/absences.ts';
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { parseWire, toWire } from '#sync/time.ts';
import { wordsOf } from '#sync/words.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { readDelegation, saveDelegation } from './approvals.actions.ts';

const DateTimeField = lazyPart(async () => (await import('#entities/date/DateFields.tsx')).DateTimeField);
const WEEK_MS = 7 * 86_400_000;

/** Chooses the reader's deputy for an absence. */
export function DeputyModal({ onClose }: { onClose: () => void }) {
  const { data, problem } = useRequest(readDelegation);
  return (
    <Modal opened onClose={onClose} title={t('approval.deputy')} size={460}>
      {data ? <Fields now={data} onClose={onClose} /> : <NotYet problem={problem} />}
    </Modal>
  );
}

function Fields({ now, onClose }: { now: ApprovalDelegation; onClose: () => void }) {
  const me = useMe();
  const today = nowDate();
  const [userids, setUserids] = useState<readonly number[]>(now.userid > 0 ? [now.userid] : []);
  const [from, setFrom] = useState<Date>(now.from_at ? parseWire(now.from_at) : today);
  const [until, setUntil] = useState<Date>(
    now.until_at ? parseWire(now.until_at) : new Date(today.getTime() + WEEK_MS),
  );
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [userid = 0] = userids;
  const save = async (input: Parameters<typeof saveDelegation>[0]) => {
    setBusy(true);
    setProblem('');
    try {
      await saveDelegation(input);
      notify(t('approval.deputy_saved'));
      onClose();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save({ userid, time: [toWire(from), toWire(until)] });
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('approval.deputy_about')}
        </Text>
        <PeopleField label={t('approval.deputy_who')} userids={userids} max={1} disabled={[me]} onChange={setUserids} />
        <Suspense fallback={<Loader size="xs" />}>
          <DateTimeField label={t('approval.from')} value={from} onChange={(at) => at && setFrom(new Date(at))} />
          <DateTimeField label={t('approval.to')} value={until} onChange={(at) => at && setUntil(new Date(at))} />
        </Suspense>
        {now.userid > 0 && (
          <Group>
            <Button variant="subtle" color="red" size="compact-sm" onClick={() => void save({})}>
              {t('approval.deputy_end')}
            </Button>
          </Group>
        )}
        <FormEnd problem={problem} loading={isBusy} disabled={userid === 0} onCancel={onClose}>
          {t('action.save')}
        </FormEnd>
      </Stack>
    </form>
  );
}
