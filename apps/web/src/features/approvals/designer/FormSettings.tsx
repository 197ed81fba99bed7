import type { DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import { APPROVAL_ICONS, APPROVAL_LIMITS, type ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Autocomplete, Button, NumberInput, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { APPROVAL_ICON } from '#entities/approval/approvalWords.ts';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './Designer.module.css';
import { fieldWords, problemWords } from './designWords.ts';
import { DepartmentsField } from './flow/WhoFields.tsx';
import type { Change } from './useDraft.ts';

interface Props {
  content: ApprovalContent;
  departments: readonly DepartmentInfo[];
  /** Headings that other forms have. */
  groups: readonly string[];
  problems: readonly DefinitionProblem[];
  onChange: Change;
}

/** Name, icon and rules of a form. */
export function FormSettings({ content, departments, groups, problems, onChange }: Props) {
  const { name, about, icon, group, submitters, effect, withdraw, repeats, may, form } = content;
  const set = (fields: Partial<ApprovalContent>) => onChange((now) => ({ ...now, ...fields }));
  const wrong = (problem: DefinitionProblem['problem']) => {
    const found = problems.find((each) => each.problem === problem);
    return found && { error: problemWords(found) };
  };
  const fieldsOf = (kind: 'range' | 'choice') =>
    form.filter((each) => each.kind === kind).map((each) => ({ value: each.id, label: fieldWords(each) }));
  const setEffect = (kind: typeof effect.kind) =>
    set({ effect: { ...effect, kind, range: effect.range || (fieldsOf('range')[0]?.value ?? '') } });
  return (
    <div className={classes.scroll}>
      <Stack gap="lg" className={classes.form}>
        <TextInput
          label={t('approval.design.form_name')}
          withAsterisk
          maxLength={APPROVAL_LIMITS.name}
          value={name}
          {...wrong('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Textarea
          label={t('approval.design.about')}
          description={t('approval.design.about_hint')}
          autosize
          minRows={2}
          maxLength={APPROVAL_LIMITS.hint}
          value={about}
          onChange={(event) => set({ about: event.currentTarget.value })}
        />
        <div role="radiogroup" aria-label={t('approval.design.icon')}>
          <span className={classes.optionsLabel} aria-hidden="true">
            {t('approval.design.icon')}
          </span>
          <div className={classes.icons}>
            {APPROVAL_ICONS.map((each) => {
              const Icon = APPROVAL_ICON[each];
              return (
                <label key={each} className={classes.icon} data-active={icon === each || undefined}>
                  <input
                    type="radio"
                    className="visually-hidden"
                    name="approval-icon"
                    aria-label={t(`approval.icon.${each}`)}
                    checked={icon === each}
                    onChange={() => set({ icon: each })}
                  />
                  <Icon size={20} stroke={1.75} aria-hidden="true" />
                </label>
              );
            })}
          </div>
        </div>
        <Autocomplete
          label={t('approval.design.group')}
          description={t('approval.design.group_hint')}
          maxLength={APPROVAL_LIMITS.name}
          data={[...groups]}
          value={group}
          onChange={(value) => set({ group: value })}
        />
        <Stack gap="sm">
          <PeopleField
            label={t('approval.design.submitters')}
            description={t('approval.design.submitters_hint')}
            userids={submitters.userids}
            max={APPROVAL_LIMITS.people}
            onChange={(userids) => set({ submitters: { ...submitters, userids: [...userids] } })}
          />
          <DepartmentsField
            label={t('approval.design.or_departments')}
            departments={departments}
            ids={submitters.department_ids}
            onChange={(department_ids) => set({ submitters: { ...submitters, department_ids } })}
          />
        </Stack>
        <Stack gap="sm">
          <Select
            label={t('approval.design.effect')}
            description={t('approval.design.effect_hint')}
            allowDeselect={false}
            data={(['none', 'leave', 'trip'] as const).map((kind) => ({
              value: kind,
              label: t(`approval.effect.${kind}`),
            }))}
            value={effect.kind}
            onChange={(kind) => kind && setEffect(kind as typeof effect.kind)}
          />
          {effect.kind !== 'none' && (
            <Select
              label={t('approval.design.effect_range')}
              withAsterisk
              data={fieldsOf('range')}
              value={effect.range || null}
              {...wrong('effect')}
              onChange={(range) => set({ effect: { ...effect, range: range ?? '' } })}
            />
          )}
          {effect.kind === 'leave' && (
            <Select
              label={t('approval.leave_type')}
              clearable
              data={fieldsOf('choice')}
              value={effect.type || null}
              onChange={(type) => set({ effect: { ...effect, type: type ?? '' } })}
            />
          )}
        </Stack>
        <Deadline onChange={onChange} />
        <Radio.Group
          label={t('approval.design.withdraw')}
          value={withdraw}
          onChange={(value) => set({ withdraw: value === 'running' ? 'running' : 'untouched' })}
        >
          <Stack gap={6} mt={6}>
            <Radio value="untouched" label={t('approval.design.withdraw_untouched')} />
            <Radio value="running" label={t('approval.design.withdraw_running')} />
          </Stack>
        </Radio.Group>
        <Stack gap="xs">
          <Switch
            label={t('approval.design.ask_again')}
            checked={repeats === 'ask'}
            onChange={(event) => set({ repeats: event.currentTarget.checked ? 'ask' : 'skip' })}
          />
          {(['transfer', 'add', 'return'] as const).map((right) => (
            <Switch
              key={right}
              label={t(`approval.design.may_${right}`)}
              checked={may[right]}
              onChange={(event) => set({ may: { ...may, [right]: event.currentTarget.checked } })}
            />
          ))}
        </Stack>
      </Stack>
    </div>
  );
}

/** One deadline for all steps; each can have its own. */
function Deadline({ onChange }: { onChange: Change }) {
  const [hours, setHours] = useState(48);
  return (
    <div className={classes.deadline}>
      <NumberInput
        label={t('approval.design.deadline_all')}
        description={t('approval.design.deadline_hint')}
        min={0}
        max={APPROVAL_LIMITS.hours}
        allowDecimal={false}
        value={hours}
        onChange={(value) => setHours(Math.min(APPROVAL_LIMITS.hours, Math.max(0, Number(value) || 0)))}
      />
      <Button
        variant="default"
        onClick={() => {
          onChange((now) => ({
            ...now,
            flow: now.flow.map((node) => (node.type === 'approver' ? { ...node, hours } : node)),
          }));
          notify(t('approval.design.deadline_set'));
        }}
      >
        {t('approval.design.deadline_do')}
      </Button>
    </div>
  );
}
