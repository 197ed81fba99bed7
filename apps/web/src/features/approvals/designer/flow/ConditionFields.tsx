import { conditionKinds } from '@atrium/contract/approvals/check.ts';
import {
  APPROVAL_LIMITS,
  type ApprovalCondition,
  type ApprovalContent,
  type ApprovalField,
} from '@atrium/contract/approvals/definition.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { ActionIcon, Button, Menu, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { DayField } from '#entities/date/DateFields.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from '../Designer.module.css';
import { FIELD_ICON, fieldWords, SIGN } from '../designWords.ts';
import { DepartmentsField } from './WhoFields.tsx';

interface Props {
  conditions: readonly ApprovalCondition[];
  form: ApprovalContent['form'];
  departments: readonly DepartmentInfo[];
  onChange: (conditions: ApprovalCondition[]) => void;
}
type Kind = ApprovalCondition['kind'];
const OPS = ['lt', 'lte', 'eq', 'gte', 'gt', 'between'] as const;
const number = { op: 'gt', value: 0, to: 0 } as const;

function newCondition(kind: Kind, field: string): ApprovalCondition {
  switch (kind) {
    case 'initiator':
      return { kind, userids: [], department_ids: [] };
    case 'number':
      return { kind, field, ...number };
    case 'duration':
      return { kind, field, unit: 'days', ...number };
    case 'choice':
      return { kind, field, options: [] };
    case 'person':
      return { kind, field, userids: [], department_ids: [] };
    case 'department':
      return { kind, field, department_ids: [] };
    case 'text':
      return { kind, field, op: 'contains', value: '' };
    case 'date':
      return { kind, field, op: 'before', value: '' };
    case 'filled':
      return { kind, field, filled: true };
  }
}

/** The conditions of a branch, all of which must hold. */
export function ConditionFields({ conditions, form, departments, onChange }: Props) {
  const usable = form.filter(({ kind }) => conditionKinds(kind).length > 0);
  const add = (made: ApprovalCondition) => onChange([...conditions, made]);
  return (
    <div className={classes.conditions} role="group" aria-label={t('approval.design.conditions')}>
      <span className={classes.optionsLabel} aria-hidden="true">
        {t('approval.design.conditions')}
      </span>
      {conditions.map((condition, at) => {
        const field = condition.kind === 'initiator' ? undefined : form.find(({ id }) => id === condition.field);
        const label =
          condition.kind === 'initiator'
            ? t('approval.design.initiator')
            : field
              ? fieldWords(field)
              : t('approval.design.no_field');
        return (
          // Conditions have no ids, and keep their order.
          <fieldset key={at} className={classes.condition}>
            <legend>{label}</legend>
            <div className={classes.conditionValue}>
              <One
                condition={condition}
                field={field}
                departments={departments}
                onChange={(next) => onChange(conditions.map((each, index) => (index === at ? next : each)))}
              />
            </div>
            <ActionIcon
              aria-label={t('approval.design.condition_remove', { name: label })}
              onClick={() => onChange(conditions.filter((_, index) => index !== at))}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </fieldset>
        );
      })}
      <DropdownMenu
        button={
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={conditions.length >= APPROVAL_LIMITS.conditions}
          >
            {t('approval.design.add_condition')}
          </Button>
        }
      >
        <Menu.Item onClick={() => add(newCondition('initiator', ''))}>{t('approval.design.initiator')}</Menu.Item>
        {usable.map((field) => {
          const Icon = FIELD_ICON[field.kind];
          const [kind = 'filled'] = conditionKinds(field.kind);
          return (
            <Menu.Item
              key={field.id}
              leftSection={<Icon size={16} stroke={1.75} />}
              onClick={() => add(newCondition(kind, field.id))}
            >
              {fieldWords(field)}
            </Menu.Item>
          );
        })}
      </DropdownMenu>
    </div>
  );
}

interface OneProps {
  condition: ApprovalCondition;
  field: ApprovalField | undefined;
  departments: readonly DepartmentInfo[];
  onChange: (condition: ApprovalCondition) => void;
}
function One({ condition, field, departments, onChange }: OneProps) {
  const kinds = field ? conditionKinds(field.kind) : [];
  return (
    <>
      {condition.kind !== 'initiator' && kinds.length > 1 && (
        <Select
          aria-label={t('approval.design.test')}
          allowDeselect={false}
          data={kinds.map((kind) => ({ value: kind, label: t(`approval.test.${kind}`) }))}
          value={condition.kind}
          onChange={(kind) => kind && onChange(newCondition(kind as Kind, condition.field))}
        />
      )}
      <Value condition={condition} field={field} departments={departments} onChange={onChange} />
    </>
  );
}

function Value({ condition, field, departments, onChange }: OneProps) {
  switch (condition.kind) {
    case 'number':
    case 'duration':
      return (
        <>
          {condition.kind === 'duration' && (
            <Select
              aria-label={t('approval.design.measured')}
              allowDeselect={false}
              data={(['days', 'hours'] as const).map((value) => ({ value, label: t(`approval.design.${value}`) }))}
              value={condition.unit}
              onChange={(unit) => onChange({ ...condition, unit: unit === 'hours' ? 'hours' : 'days' })}
            />
          )}
          <div className={classes.compare}>
            <Select
              aria-label={t('approval.design.comparison')}
              allowDeselect={false}
              data={OPS.map((op) => ({
                value: op,
                label: op === 'between' ? t('approval.design.between') : `${SIGN[op]} ${t(`approval.op.${op}`)}`,
              }))}
              value={condition.op}
              onChange={(op) => op && onChange({ ...condition, op: op as typeof condition.op })}
            />
            <NumberInput
              aria-label={t('approval.design.value')}
              hideControls
              value={condition.value}
              onChange={(value) => onChange({ ...condition, value: Number(value) || 0 })}
            />
            {condition.op === 'between' && (
              <NumberInput
                aria-label={t('approval.to')}
                hideControls
                value={condition.to}
                onChange={(to) => onChange({ ...condition, to: Number(to) || 0 })}
              />
            )}
          </div>
        </>
      );
    case 'choice':
      return (
        <MultiSelect
          aria-label={t('approval.design.options')}
          placeholder={t('approval.design.choose_options')}
          data={field?.kind === 'choice' ? field.options.map(({ id, label }) => ({ value: id, label })) : []}
          value={condition.options}
          onChange={(options) => onChange({ ...condition, options })}
        />
      );
    case 'initiator':
    case 'person':
      return (
        <>
          <PeopleField
            label={t('approval.people')}
            userids={condition.userids}
            max={100}
            onChange={(userids) => onChange({ ...condition, userids: [...userids] })}
          />
          <DepartmentsField
            label={t('approval.design.or_departments')}
            departments={departments}
            ids={condition.department_ids}
            onChange={(department_ids) => onChange({ ...condition, department_ids })}
          />
        </>
      );
    case 'department':
      return (
        <DepartmentsField
          departments={departments}
          ids={condition.department_ids}
          onChange={(department_ids) => onChange({ ...condition, department_ids })}
        />
      );
    case 'text':
      return (
        <div className={classes.compare}>
          <Select
            aria-label={t('approval.design.comparison')}
            allowDeselect={false}
            data={(['is', 'contains'] as const).map((value) => ({ value, label: t(`approval.op.${value}`) }))}
            value={condition.op}
            onChange={(op) => onChange({ ...condition, op: op === 'is' ? 'is' : 'contains' })}
          />
          <TextInput
            aria-label={t('approval.design.value')}
            maxLength={200}
            value={condition.value}
            onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
          />
        </div>
      );
    case 'date':
      return (
        <div className={classes.compare}>
          <Select
            aria-label={t('approval.design.comparison')}
            allowDeselect={false}
            data={(['before', 'after'] as const).map((value) => ({ value, label: t(`approval.op.${value}`) }))}
            value={condition.op}
            onChange={(op) => onChange({ ...condition, op: op === 'after' ? 'after' : 'before' })}
          />
          <DayField
            aria-label={t('approval.design.value')}
            value={condition.value || null}
            onChange={(at) => onChange({ ...condition, value: at ? String(at).slice(0, 10) : '' })}
          />
        </div>
      );
    case 'filled':
      return (
        <Select
          aria-label={t('approval.design.value')}
          allowDeselect={false}
          data={[
            { value: 'yes', label: t('approval.design.filled') },
            { value: 'no', label: t('approval.design.blank') },
          ]}
          value={condition.filled ? 'yes' : 'no'}
          onChange={(value) => onChange({ ...condition, filled: value === 'yes' })}
        />
      );
  }
}
