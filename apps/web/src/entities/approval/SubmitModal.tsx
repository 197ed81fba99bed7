import type { ApprovalForm } from '@atrium/contract/approvals/forms.ts';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { readForms } from './approval.actions.ts';
import { FormChoice } from './FormChoice.tsx';
import { SubmitForm } from './SubmitForm.tsx';

/** Submits a request without leaving the conversation. `words` are the beginning of a form's name. */
export function SubmitModal({ words, onClose }: { words: string; onClose: () => void }) {
  const isNarrow = useIsNarrow();
  const { data, problem } = useRequest(readForms);
  const [chosen, setChosen] = useState<ApprovalForm | null>(null);
  const named = words
    ? data?.list.find(({ name }) => name.toLowerCase().startsWith(words.trim().toLowerCase()))
    : undefined;
  const form = chosen ?? named;
  return (
    <Modal opened onClose={onClose} title={form?.name ?? t('approval.new')} size={640} fullScreen={isNarrow}>
      {!data ? (
        <NotYet problem={problem} />
      ) : form ? (
        <SubmitForm key={form.id} form={form} departments={data.departments} onCancel={onClose} onDone={onClose} />
      ) : (
        <FormChoice list={data.list} onChoose={setChosen} />
      )}
    </Modal>
  );
}
