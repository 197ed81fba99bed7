import type {
  ApprovalColumn,
  ApprovalField,
  ApprovalFile,
  ApprovalRange,
  ApprovalValue,
  ApprovalValues,
} from '@atrium/contract/approvals/definition.ts';
import { checkValues, type ValueProblem } from '@atrium/contract/approvals/values.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { ActionIcon, Button, Input, Loader, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import { DecimalField } from '#entities/form/DecimalField.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { parseWire, toWire } from '#sync/time.ts';
import { valueWords } from './approvalWords.ts';
import { FilesField } from './FilesField.tsx';
import classes from './FormFields.module.css';

// The field loads later, because a calendar is large, and many forms do not need it.
const DateTimeField = lazyPart(async () => (await import('#entities/date/DateFields.tsx')).DateTimeField);
const DayField = lazyPart(async () => (await import('#entities/date/DateFields.tsx')).DayField);

/** The values that somebody has filled in so far; they may be incomplete. */
export type FilledIn = Record<string, unknown>;

interface Props {
  form: readonly ApprovalField[];
  values: FilledIn;
  departments: readonly DepartmentInfo[];
  /** The problems, shown at their fields. */
  problems?: readonly ValueProblem[];
  /** Files that were uploaded, by token. */
  files: readonly ApprovalFile[];
  /** Called with a change of the newest values, which another field may have changed since the last render. */
  onChange: (change: (values: FilledIn) => FilledIn) => void;
  onFiles: (added: readonly ApprovalFile[]) => void;
}

/** The fields of a form. */
export function FormFields({ form, values, departments, problems = [], files, onChange, onFiles }: Props) {
  const calculated = checkValues(form, values).values;
  const set = (id: string, value: unknown) => onChange((now) => ({ ...now, [id]: value }));
  const setTokens = (id: string, change: (tokens: string[]) => string[]) =>
    onChange((now) => ({ ...now, [id]: change(listOf(now[id])) }));
  return (
    <div className={classes.stack}>
      {form.map((field) => {
        const own = problems.filter((each) => each.field === field.id);
        const whole = own.find((each) => each.row === undefined);
        const error = whole && t(`approval.problem.${whole.problem}`);
        const common = { field, value: values[field.id], ...(error && { error }) };
        if (field.kind === 'table') {
          return (
            <TableField
              key={field.id}
              {...common}
              field={field}
              problems={own}
              onChange={(next) => set(field.id, next)}
            />
          );
        }
        if (field.kind === 'files') {
          return (
            <FilesField
              key={field.id}
              label={field.label}
              hint={field.hint}
              isRequired={field.required}
              most={field.most}
              tokens={listOf(values[field.id])}
              files={files}
              {...(error && { error })}
              onAdd={(added) => {
                onFiles(added);
                setTokens(field.id, (tokens) => [...tokens, ...added.map(({ token }) => token)]);
              }}
              onRemove={(token) => setTokens(field.id, (tokens) => tokens.filter((each) => each !== token))}
            />
          );
        }
        return (
          <Field
            key={field.id}
            {...common}
            field={field}
            calculated={calculated}
            departments={departments}
            onChange={(next) => set(field.id, next)}
          />
        );
      })}
    </div>
  );
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

type Simple = Exclude<ApprovalField, { kind: 'table' | 'files' }>;
interface FieldProps {
  field: Simple | ApprovalColumn;
  value: unknown;
  calculated: ApprovalValues;
  departments: readonly DepartmentInfo[];
  error?: string;
  onChange: (value: unknown) => void;
}

function Field({ field, value, calculated, departments, error, onChange }: FieldProps) {
  const input = {
    label: field.label,
    ...(field.hint && { description: field.hint }),
    ...(error && { error }),
    withAsterisk: field.required,
    'aria-required': field.required,
  };
  switch (field.kind) {
    case 'text': {
      const text = { ...input, value: textOf(value), maxLength: 5000 };
      return field.multiline ? (
        <Textarea
          autosize
          minRows={2}
          maxRows={10}
          {...text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput {...text} onChange={(event) => onChange(event.currentTarget.value)} />
      );
    }
    case 'number':
    case 'money': {
      const suffix = field.kind === 'money' ? field.currency : field.unit;
      return (
        <DecimalField
          {...input}
          value={textOf(value)}
          decimals={field.kind === 'money' ? 2 : field.decimals}
          {...(suffix && { rightSection: <span aria-hidden="true">{suffix}</span>, rightSectionWidth: 56 })}
          onChange={onChange}
        />
      );
    }
    case 'date':
      return <Moment {...input} isTimed={field.time} value={textOf(value)} onChange={onChange} />;
    case 'range': {
      const { from = '', to = '' } = (value ?? {}) as Partial<ApprovalRange>;
      return (
        <Input.Wrapper
          label={field.label}
          labelElement="div"
          withAsterisk={field.required}
          {...(error && { error })}
          {...(field.hint && { description: field.hint })}
        >
          <div className={classes.pair} role="group" aria-label={field.label}>
            <Moment
              label={t('approval.from')}
              isTimed={field.time}
              value={from}
              error={Boolean(error) && (!from || Boolean(to))}
              onChange={(next) => onChange({ from: next, to: to || next })}
            />
            <Moment
              label={t('approval.to')}
              isTimed={field.time}
              value={to}
              error={Boolean(error) && (!to || Boolean(from))}
              onChange={(next) => onChange({ from: from || next, to: next })}
            />
          </div>
        </Input.Wrapper>
      );
    }
    case 'person':
      return (
        <>
          <PeopleField
            label={field.required ? `${field.label} *` : field.label}
            {...(field.hint && { description: field.hint })}
            userids={idsOf(value)}
            max={field.many ? 100 : 1}
            onChange={(userids) => onChange([...userids])}
          />
          {error && <Input.Error>{error}</Input.Error>}
        </>
      );
    case 'department': {
      const data = departments.map(({ id, name }) => ({ value: String(id), label: name }));
      const chosen = idsOf(value).map(String);
      return field.many ? (
        <MultiSelect
          {...input}
          searchable
          clearable
          data={data}
          value={chosen}
          onChange={(next) => onChange(next.map(Number))}
        />
      ) : (
        <Select
          {...input}
          searchable
          clearable={!field.required}
          data={data}
          value={chosen[0] ?? null}
          onChange={(next) => onChange(next ? [Number(next)] : [])}
        />
      );
    }
    case 'choice': {
      const data = field.options.map(({ id, label }) => ({ value: id, label }));
      const chosen = listOf(value);
      return field.many ? (
        <MultiSelect {...input} clearable data={data} value={chosen} onChange={onChange} />
      ) : (
        <Select
          {...input}
          clearable={!field.required}
          data={data}
          value={chosen[0] ?? (typeof value === 'string' && value ? value : null)}
          onChange={(next) => onChange(next ? [next] : [])}
        />
      );
    }
    case 'formula':
      return (
        <div className={classes.formula}>
          <span>{field.label}</span>
          <output>{valueWords(field, calculated[field.id], { people: [], departments })}</output>
        </div>
      );
    case 'description':
      return <p className={classes.description}>{field.text}</p>;
  }
}

interface MomentProps {
  label: string;
  description?: string;
  error?: string | boolean;
  withAsterisk?: boolean;
  isTimed: boolean;
  /** The date in the wire's format. */
  value: string;
  onChange: (value: string) => void;
}
/** A day, or a moment in the reader's time zone. */
function Moment({ isTimed, value, onChange, ...input }: MomentProps) {
  return (
    <Suspense fallback={<Loader size="xs" />}>
      {isTimed ? (
        <DateTimeField
          {...input}
          value={value ? parseWire(value) : null}
          onChange={(at) => onChange(at ? toWire(new Date(at)) : '')}
        />
      ) : (
        <DayField {...input} value={value || null} onChange={(at) => onChange(at ? String(at).slice(0, 10) : '')} />
      )}
    </Suspense>
  );
}

type Table = Extract<ApprovalField, { kind: 'table' }>;
interface TableProps {
  field: Table;
  value: unknown;
  problems: readonly ValueProblem[];
  error?: string;
  onChange: (value: FilledIn[]) => void;
}
const MOST_LINES = 100;

/** Lines of a table, each with its columns. */
function TableField({ field, value, problems, error, onChange }: TableProps) {
  const lines = Array.isArray(value) && value.length > 0 ? (value as FilledIn[]) : [{}];
  const setLine = (at: number, next: FilledIn) => onChange(lines.map((line, index) => (index === at ? next : line)));
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      withAsterisk={field.required}
      {...(field.hint && { description: field.hint })}
      {...(error && { error })}
    >
      <div className={classes.lines}>
        {lines.map((line, at) => {
          const { values: calculated } = checkValues(field.columns, line);
          return (
            // The index is the key, because lines have no ids and keep their order.
            <div key={at} className={classes.line} role="group" aria-label={t('approval.line', { number: at + 1 })}>
              {field.columns.map((column) => {
                const problem = problems.find((each) => each.row === at && each.column === column.id);
                return (
                  <Field
                    key={column.id}
                    field={column}
                    value={line[column.id]}
                    calculated={calculated}
                    departments={[]}
                    {...(problem && { error: t(`approval.problem.${problem.problem}`) })}
                    onChange={(next) => setLine(at, { ...line, [column.id]: next })}
                  />
                );
              })}
              <ActionIcon
                className={classes.remove}
                aria-label={t('approval.line_remove', { number: at + 1 })}
                disabled={lines.length === 1}
                onClick={() => onChange(lines.filter((_, index) => index !== at))}
              >
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPlus size={16} stroke={1.75} />}
        disabled={lines.length >= MOST_LINES}
        onClick={() => onChange([...lines, {}])}
      >
        {t('approval.line_add')}
      </Button>
    </Input.Wrapper>
  );
}

/** The values with the ids that the server expects. Empty values are left out. */
export const filledValues = (values: FilledIn): Record<string, ApprovalValue> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as Record<string, ApprovalValue>;
