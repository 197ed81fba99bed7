import type { ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Alert, Select, Stack, Text } from '@mantine/core';
import { FormFields } from '#entities/approval/FormFields.tsx';
import { PathList, planSteps } from '#entities/approval/PathList.tsx';
import { dayWords } from '#entities/date/durationWords.ts';
import { Problem } from '#entities/form/Problem.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from '../Designer.module.css';
import type { useDryRun } from './useDryRun.ts';

interface Props {
  form: ApprovalContent['form'];
  departments: readonly DepartmentInfo[];
  run: ReturnType<typeof useDryRun>;
}

/** Chooses for whom and with which values a flow is tried, and lists the steps that follow. */
export function TryPanel({ form, departments, run }: Props) {
  const { input, setInput, plan, problem } = run;
  const user = useUser(input.userid);
  const own = departments.filter(({ id }) => user?.department.includes(id));
  return (
    <Stack gap="md">
      <p className={classes.quiet}>{t('approval.design.try_about')}</p>
      <PeopleField
        label={t('approval.design.try_person')}
        userids={input.userid > 0 ? [input.userid] : []}
        max={1}
        onChange={([userid = 0]) => setInput({ ...input, userid, department: 0 })}
      />
      {own.length > 0 && (
        <Select
          label={t('approval.department')}
          allowDeselect={false}
          data={own.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(input.department || own[0]?.id || '')}
          onChange={(value) => setInput({ ...input, department: Number(value) })}
        />
      )}
      <FormFields
        form={form}
        values={input.values}
        departments={departments}
        files={input.files}
        onChange={(change) => setInput((now) => ({ ...now, values: change(now.values) }))}
        onFiles={(added) => setInput((now) => ({ ...now, files: [...now.files, ...added] }))}
      />
      {plan?.choices.map((choice) => (
        <PeopleField
          key={choice.node}
          label={choice.name || t('approval.who.choice')}
          description={t('approval.choose_people', { number: choice.most })}
          userids={input.chosen[choice.node] ?? []}
          max={choice.most}
          onChange={(userids) => setInput({ ...input, chosen: { ...input.chosen, [choice.node]: [...userids] } })}
        />
      ))}
      <Problem words={problem} />
      {plan && (
        <section aria-live="polite" className={classes.result}>
          <h3 className={classes.heading}>{t('approval.path')}</h3>
          {plan.steps.length > 0 ? (
            <PathList start={null} steps={planSteps(plan)} end="" />
          ) : (
            <Text size="sm" c="dimmed">
              {t('approval.design.no_steps')}
            </Text>
          )}
          {plan.days > 0 && (
            <Text size="sm" c="dimmed">
              {t('approval.takes_days', { days: dayWords(plan.days) })}
            </Text>
          )}
          {plan.problems.map(({ node, problem: what }) => (
            <Alert key={node} color="orange" variant="light">
              {t(what === 'choice' ? 'approval.design.must_choose' : 'approval.design.stops')}
            </Alert>
          ))}
        </section>
      )}
    </Stack>
  );
}
