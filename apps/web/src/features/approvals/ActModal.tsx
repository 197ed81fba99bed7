import type { ApprovalFile } from '@atrium/contract/approvals/definition.ts';
import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { MEMBER_STATES } from '@atrium/contract/approvals/request.ts';
import { SegmentedControl, Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { addApprovers, cancelApproved, decide, giveBack, passOn } from '#entities/approval/approval.actions.ts';
import { FilesField } from '#entities/approval/FilesField.tsx';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

export type Act = 'approve' | 'refuse' | 'return' | 'transfer' | 'add' | 'cancel' | 'assign';

interface Props {
  act: Act;
  approval: ApprovalDetail;
  onClose: () => void;
  onDone: (next: ApprovalDetail) => void;
}
const MOST_PICTURES = 9;

/** Decides, returns, passes on or cancels, with a comment and pictures. */
export function ActModal({ act, approval, onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const [comment, setComment] = useState('');
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const [files, setFiles] = useState<readonly ApprovalFile[]>([]);
  const [userids, setUserids] = useState<readonly number[]>([]);
  const [to, setTo] = useState('0');
  const [place, setPlace] = useState('after');
  const [mode, setMode] = useState('all');
  const [isBusy, setBusy] = useState(false);
  const asked = approval.steps
    .filter(({ state }) => state === 'open')
    .flatMap((step) =>
      step.people
        .filter(({ state }) => state === MEMBER_STATES.pending)
        .map(({ userid }) => ({ step: step.id, userid })),
    );
  const [from, setFrom] = useState(0);
  const needsPeople = act === 'transfer' || act === 'add' || act === 'assign';
  const nameOf = (userid: number) => approval.people.find((each) => each.userid === userid)?.nickname ?? '';
  const run = () => {
    const said = {
      ...(comment.trim() && { comment: comment.trim() }),
      ...(tokens.length > 0 && { pictures: [...tokens] }),
    };
    const task = approval.task_id;
    const [first = 0] = userids;
    switch (act) {
      case 'approve':
      case 'refuse':
        return decide(task, act === 'approve', said);
      case 'return':
        return giveBack(task, Number(to), said);
      case 'transfer':
        return passOn(task, first, said);
      case 'assign': {
        const one = asked[from];
        return one ? passOn(one.step, first, said, one.userid) : Promise.resolve(undefined);
      }
      case 'add':
        return addApprovers({
          task_id: task,
          userids: [...userids],
          place: place === 'before' ? 'before' : 'after',
          mode: mode === 'one' || mode === 'sequence' ? mode : 'all',
          ...said,
        });
      case 'cancel':
        return cancelApproved(approval.id, comment.trim());
    }
  };
  const submit = async () => {
    if (isBusy || (needsPeople && userids.length === 0)) return;
    setBusy(true);
    const next = await run();
    setBusy(false);
    if (!next) return;
    onDone(next);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t(`approval.title_${act}`)} size={480} fullScreen={isNarrow}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          {act === 'return' && (
            <Select
              label={t('approval.return_to')}
              allowDeselect={false}
              value={to}
              data={approval.may.return.map((id) => {
                const step = approval.steps.find((each) => each.id === id);
                const people = step?.people.map(({ userid }) => nameOf(userid)).join(', ');
                return {
                  value: String(id),
                  label: step ? [step.name, people].filter(Boolean).join(': ') : t('approval.step_start'),
                };
              })}
              onChange={(value) => setTo(value ?? '0')}
            />
          )}
          {act === 'assign' && asked.length > 1 && (
            <Select
              label={t('approval.assign_from')}
              allowDeselect={false}
              value={String(from)}
              data={asked.map(({ userid }, index) => ({ value: String(index), label: nameOf(userid) }))}
              onChange={(value) => setFrom(Number(value))}
            />
          )}
          {needsPeople && (
            <PeopleField
              label={t(act === 'add' ? 'approval.new_approvers' : 'approval.new_approver')}
              userids={userids}
              max={act === 'add' ? 20 : 1}
              onChange={setUserids}
            />
          )}
          {act === 'add' && (
            <>
              <SegmentedControl
                aria-label={t('approval.place')}
                value={place}
                onChange={setPlace}
                data={[
                  { value: 'before', label: t('approval.before_me') },
                  { value: 'after', label: t('approval.after_me') },
                ]}
              />
              {userids.length > 1 && (
                <Select
                  label={t('approval.mode')}
                  allowDeselect={false}
                  value={mode}
                  data={(['all', 'one', 'sequence'] as const).map((each) => ({
                    value: each,
                    label: t(`approval.mode.${each}`),
                  }))}
                  onChange={(value) => setMode(value ?? 'all')}
                />
              )}
            </>
          )}
          <Textarea
            data-autofocus={!needsPeople || undefined}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2000}
            label={t(act === 'refuse' || act === 'return' || act === 'cancel' ? 'approval.reason' : 'approval.comment')}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          {act !== 'cancel' && (
            <FilesField
              label={t('approval.pictures')}
              accept="image/png,image/jpeg,image/gif,image/webp"
              most={MOST_PICTURES}
              tokens={tokens}
              files={files}
              onChange={(next, all) => {
                setTokens(next);
                setFiles(all);
              }}
            />
          )}
          <FormEnd
            loading={isBusy}
            disabled={needsPeople && userids.length === 0}
            onCancel={onClose}
            {...(act === 'refuse' && { color: 'red' })}
          >
            {t(`approval.do_${act}`)}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
