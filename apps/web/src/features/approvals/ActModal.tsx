import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { SegmentedControl, Select, Stack, Textarea } from '@mantine/core';
import { FilesField } from '#entities/approval/FilesField.tsx';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { type Act, useActForm } from './useActForm.ts';

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
  const form = useActForm({ act, approval, onClose, onDone });
  const { needsPeople, userids, asked } = form;
  const nameOf = (userid: number) => approval.people.find((each) => each.userid === userid)?.nickname ?? '';
  return (
    <Modal opened onClose={onClose} title={t(`approval.title_${act}`)} size={480} fullScreen={isNarrow}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <Stack gap="md">
          {act === 'return' && (
            <Select
              label={t('approval.return_to')}
              allowDeselect={false}
              value={form.to}
              data={approval.may.return.map((id) => {
                const step = approval.steps.find((each) => each.id === id);
                const people = step?.people.map(({ userid }) => nameOf(userid)).join(', ');
                return {
                  value: String(id),
                  label: step ? [step.name, people].filter(Boolean).join(': ') : t('approval.step_start'),
                };
              })}
              onChange={(value) => form.setTo(value ?? '0')}
            />
          )}
          {act === 'assign' && asked.length > 1 && (
            <Select
              label={t('approval.assign_from')}
              allowDeselect={false}
              value={String(form.from)}
              data={asked.map(({ userid }, index) => ({ value: String(index), label: nameOf(userid) }))}
              onChange={(value) => form.setFrom(Number(value))}
            />
          )}
          {needsPeople && (
            <PeopleField
              label={t(act === 'add' ? 'approval.new_approvers' : 'approval.new_approver')}
              userids={userids}
              max={act === 'add' ? 20 : 1}
              onChange={form.setUserids}
            />
          )}
          {act === 'add' && (
            <>
              <SegmentedControl
                aria-label={t('approval.place')}
                value={form.place}
                onChange={form.setPlace}
                data={[
                  { value: 'before', label: t('approval.before_me') },
                  { value: 'after', label: t('approval.after_me') },
                ]}
              />
              {userids.length > 1 && (
                <Select
                  label={t('approval.mode')}
                  allowDeselect={false}
                  value={form.mode}
                  data={(['all', 'one', 'sequence'] as const).map((each) => ({
                    value: each,
                    label: t(`approval.mode.${each}`),
                  }))}
                  onChange={(value) => form.setMode(value ?? 'all')}
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
            value={form.comment}
            onChange={(event) => form.setComment(event.currentTarget.value)}
          />
          {act !== 'cancel' && (
            <FilesField
              label={t('approval.pictures')}
              accept="image/png,image/jpeg,image/gif,image/webp"
              most={MOST_PICTURES}
              tokens={form.tokens}
              files={form.files}
              onAdd={form.addPictures}
              onRemove={form.removePicture}
            />
          )}
          <FormEnd
            loading={form.isBusy}
            disabled={form.isIncomplete}
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
