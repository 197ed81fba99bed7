import type { ApprovalForm } from '@atrium/contract/approvals/forms.ts';
import { useState } from 'react';
import { readApproval, readForms } from '#entities/approval/approval.actions.ts';
import { FormChoice } from '#entities/approval/FormChoice.tsx';
import { SubmitForm } from '#entities/approval/SubmitForm.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import classes from './Approvals.module.css';

interface Props {
  /** A returned request that is submitted again; 0 = a new one. */
  againId: number;
  /** The form to begin with; 0 = it is chosen here. */
  formId: number;
  onBack: () => void;
  onDone: (id: number) => void;
}

/** Chooses a form and fills it in. */
export function NewApproval({ againId, formId, onBack, onDone }: Props) {
  const { data, problem } = useRequest(async () => {
    const [forms, again] = await Promise.all([readForms(), againId > 0 ? readApproval(againId) : null]);
    return { ...forms, again };
  });
  const [chosen, setChosen] = useState<ApprovalForm | null>(null);
  const again = data?.again ?? null;
  const form = chosen ?? data?.list.find(({ id }) => id === formId);
  const shown = again
    ? { id: again.proc_def_id, form: again.form, effect: { kind: 'none' as const, range: '', type: '' } }
    : form;
  return (
    <>
      <ScreenHeader
        title={again?.proc_def_name ?? form?.name ?? t('approval.new')}
        back={{ label: t('action.back'), run: chosen ? () => setChosen(null) : onBack }}
      />
      <div className={classes.scroll}>
        <div className={classes.paper}>
          {!data ? (
            <NotYet problem={problem} />
          ) : shown ? (
            <SubmitForm
              key={shown.id}
              form={shown}
              departments={data.departments}
              {...(again && { again })}
              onCancel={chosen ? () => setChosen(null) : onBack}
              onDone={({ id }) => onDone(id)}
            />
          ) : (
            <FormChoice list={data.list} onChoose={setChosen} />
          )}
        </div>
      </div>
    </>
  );
}
