import type { ApprovalFile } from '@atrium/contract/approvals/definition.ts';
import type { ApprovalForm, ApprovalPlan } from '@atrium/contract/approvals/forms.ts';
import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { checkValues, type ValueProblem } from '@atrium/contract/approvals/values.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Alert, MultiSelect, Select, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { dayWords } from '#entities/date/durationWords.ts';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { wordsOf } from '#sync/words.ts';
import classes from './Approval.module.css';
import { problemsIn, readPlan, submitApproval } from './approval.actions.ts';
import { type FilledIn, FormFields, filledValues } from './FormFields.tsx';
import { PathList, planSteps } from './PathList.tsx';

interface Props {
  form: Pick<ApprovalForm, 'id' | 'form' | 'effect'>;
  departments: readonly DepartmentInfo[];
  /** A request that was returned, and is submitted again. */
  again?: ApprovalDetail;
  onCancel: () => void;
  onDone: (made: ApprovalDetail) => void;
}
interface Input {
  values: FilledIn;
  files: readonly ApprovalFile[];
  chosen: Record<string, number[]>;
  department: number;
}
const PLAN_MS = 400;

/** Fills in a form and submits it. What is typed is stored on this device until it is sent. */
export function SubmitForm({ form, departments, again, onCancel, onDone }: Props) {
  const me = useMe();
  const user = useUser(me);
  const first: Input = again
    ? { values: again.values, files: again.files, chosen: again.chosen, department: again.department_id }
    : { values: {}, files: [], chosen: {}, department: 0 };
  const [input, setInput, forget] = useStoredInput<Input>(`approval.${again ? `again.${again.id}` : form.id}`, first);
  const [problems, setProblems] = useState<readonly ValueProblem[]>([]);
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const own = departments.filter(({ id }) => user?.department.includes(id));
  const department = input.department > 0 ? { department_id: input.department } : {};
  const values = filledValues(input.values);
  const key = JSON.stringify([values, input.chosen, input.department]);
  const { data: plan } = useRequest<ApprovalPlan>(
    () => readPlan({ id: form.id, values, chosen: input.chosen, ...department }),
    key,
    { delayMs: PLAN_MS },
  );
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    const wrong = checkValues(form.form, values).problems;
    setProblems(wrong);
    if (wrong.length > 0) return setProblem(t('approval.check_fields'));
    setSending(true);
    setProblem('');
    try {
      const target = again ? { id: again.id } : { proc_def_id: form.id };
      const made = await submitApproval({ ...target, values, chosen: input.chosen, ...department });
      forget();
      onDone(made);
    } catch (error) {
      setProblem(wordsOf(error));
      setSending(false);
      setProblems(problemsIn(error));
    }
  };
  return (
    <form className={classes.submit} noValidate onSubmit={(event) => void send(event)}>
      {own.length > 1 && (
        <Select
          label={t('approval.department')}
          data={own.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(input.department || own[0]?.id || '')}
          allowDeselect={false}
          onChange={(value) => setInput({ ...input, department: Number(value) })}
        />
      )}
      <FormFields
        form={form.form}
        values={input.values}
        departments={departments}
        problems={problems}
        files={input.files}
        onChange={(change) => {
          // The problem of a field may no longer apply once its value has changed.
          const next = change(input.values);
          setProblems((before) => before.filter(({ field }) => next[field] === input.values[field]));
          setInput((now) => ({ ...now, values: change(now.values) }));
        }}
        onFiles={(added) => setInput((now) => ({ ...now, files: [...now.files, ...added] }))}
      />
      {plan?.choices.map((choice) => (
        <Choice
          key={choice.node}
          choice={choice}
          people={plan.people}
          userids={input.chosen[choice.node] ?? []}
          onChange={(userids) => setInput({ ...input, chosen: { ...input.chosen, [choice.node]: userids } })}
        />
      ))}
      {plan && plan.days > 0 && (
        <Text size="sm" c={plan.left !== null && plan.left < plan.days ? 'red' : 'dimmed'}>
          {plan.left === null
            ? t('approval.takes_days', { days: dayWords(plan.days) })
            : t('approval.takes_days_of', { days: dayWords(plan.days), left: dayWords(plan.left) })}
        </Text>
      )}
      {plan && plan.days === 0 && form.effect.kind === 'leave' && plan.values[form.effect.range] && (
        <Text size="sm" c="orange">
          {t('approval.no_working_days')}
        </Text>
      )}
      {plan && plan.steps.length > 0 && (
        <section>
          <h2 className={classes.section}>{t('approval.path')}</h2>
          <PathList start={null} steps={planSteps(plan)} end="" />
        </section>
      )}
      {plan?.problems.some((each) => each.problem === 'nobody') && (
        <Alert color="orange" variant="light">
          {t('approval.nobody_found')}
        </Alert>
      )}
      <FormEnd problem={problem} loading={isSending} onCancel={onCancel}>
        {t('approval.submit')}
      </FormEnd>
    </form>
  );
}

interface ChoiceProps {
  choice: ApprovalPlan['choices'][number];
  people: ApprovalPlan['people'];
  userids: readonly number[];
  onChange: (userids: number[]) => void;
}
/** The approvers that the initiator chooses: among all, or among a few. */
function Choice({ choice, people, userids, onChange }: ChoiceProps) {
  const label = `${choice.name || t('approval.approver')}${choice.isRequired ? ' *' : ''}`;
  const description = t('approval.choose_people', { number: choice.most });
  if (choice.userids.length === 0) {
    const set = (next: readonly number[]) => onChange([...next]);
    return <PeopleField {...{ label, description }} userids={userids} max={choice.most} onChange={set} />;
  }
  return (
    <MultiSelect
      {...{ label, description }}
      clearable
      maxValues={choice.most}
      data={choice.userids.map((userid) => ({
        value: String(userid),
        label: people.find((each) => each.userid === userid)?.nickname ?? String(userid),
      }))}
      value={userids.map(String)}
      onChange={(next) => onChange(next.map(Number))}
    />
  );
}
