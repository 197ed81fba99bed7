import {
  type ApprovalContent,
  type ApprovalNode,
  type ApprovalWho,
  WHO_KINDS,
} from '@atrium/contract/approvals/definition.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';
import { fieldWords } from '../designWords.ts';

interface Props {
  type: ApprovalNode['type'];
  who: ApprovalWho;
  form: ApprovalContent['form'];
  departments: readonly DepartmentInfo[];
  onChange: (who: ApprovalWho) => void;
}
const MOST_PEOPLE = 100;
const LEVELS = { head: 4, heads: 10 } as const;

const fresh = (kind: ApprovalWho['kind'], form: ApprovalContent['form']): ApprovalWho => {
  switch (kind) {
    case 'people':
      return { kind, userids: [] };
    case 'head':
      return { kind, level: 1 };
    case 'heads':
      return { kind, level: 2 };
    case 'departments':
      return { kind, department_ids: [] };
    case 'choice':
      return { kind, userids: [], most: 1 };
    case 'field':
      return { kind, field: form.find((each) => each.kind === 'person')?.id ?? '' };
    case 'admins':
      return { kind };
  }
};

/** The choice of people who decide in a step, or are informed. */
export function WhoFields({ type, who, form, departments, onChange }: Props) {
  return (
    <>
      <Select
        data-autofocus
        label={t(type === 'copy' ? 'approval.design.who_informed' : 'approval.design.who_decides')}
        allowDeselect={false}
        data={WHO_KINDS.map((kind) => ({ value: kind, label: t(`approval.who.${kind}`) }))}
        value={who.kind}
        onChange={(kind) => kind && kind !== who.kind && onChange(fresh(kind as ApprovalWho['kind'], form))}
      />
      {who.kind === 'people' && (
        <PeopleField
          label={t('approval.people')}
          userids={who.userids}
          max={MOST_PEOPLE}
          onChange={(userids) => onChange({ ...who, userids: [...userids] })}
        />
      )}
      {(who.kind === 'head' || who.kind === 'heads') && (
        <NumberInput
          label={t(who.kind === 'head' ? 'approval.design.level' : 'approval.design.level_to')}
          description={t('approval.design.level_hint')}
          min={1}
          max={LEVELS[who.kind]}
          allowDecimal={false}
          value={who.level}
          onChange={(value) => onChange({ ...who, level: Math.min(LEVELS[who.kind], Math.max(1, Number(value) || 1)) })}
        />
      )}
      {who.kind === 'departments' && (
        <DepartmentsField
          departments={departments}
          ids={who.department_ids}
          onChange={(department_ids) => onChange({ ...who, department_ids })}
        />
      )}
      {who.kind === 'choice' && (
        <>
          <PeopleField
            label={t('approval.design.among')}
            description={t('approval.design.among_hint')}
            userids={who.userids}
            max={MOST_PEOPLE}
            onChange={(userids) => onChange({ ...who, userids: [...userids] })}
          />
          <NumberInput
            label={t('approval.design.most_people')}
            min={1}
            max={20}
            allowDecimal={false}
            value={who.most}
            onChange={(value) => onChange({ ...who, most: Math.min(20, Math.max(1, Number(value) || 1)) })}
          />
        </>
      )}
      {who.kind === 'field' && (
        <Select
          label={t('approval.design.field')}
          placeholder={t('approval.design.choose_field')}
          data={form
            .filter(({ kind }) => kind === 'person')
            .map((each) => ({ value: each.id, label: fieldWords(each) }))}
          nothingFoundMessage={t('approval.design.no_person_field')}
          value={who.field || null}
          onChange={(field) => onChange({ ...who, field: field ?? '' })}
        />
      )}
    </>
  );
}

interface DepartmentsProps {
  label?: string;
  departments: readonly DepartmentInfo[];
  ids: readonly number[];
  onChange: (ids: number[]) => void;
}
export const DepartmentsField = ({ label, departments, ids, onChange }: DepartmentsProps) => (
  <MultiSelect
    label={label ?? t('approval.design.departments')}
    searchable
    clearable
    data={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
    value={ids.map(String)}
    onChange={(next) => onChange(next.map(Number))}
  />
);
