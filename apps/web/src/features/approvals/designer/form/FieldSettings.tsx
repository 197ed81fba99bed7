import type { DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import { APPROVAL_LIMITS, type ApprovalColumn } from '@atrium/contract/approvals/definition.ts';
import { Button, Group, Menu, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { locale, t } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from '../Designer.module.css';
import { FIELD_ICON, kindWords } from '../designWords.ts';
import { FieldList } from './FieldList.tsx';
import { FormulaField } from './FormulaField.tsx';
import { type AnyField, COLUMN_KINDS, newField } from './newField.ts';
import { OptionsField } from './OptionsField.tsx';

interface Props<Field extends AnyField> {
  field: Field;
  /** The fields above, which formulas see. */
  before: readonly AnyField[];
  problems: readonly DefinitionProblem[];
  onChange: (field: Field) => void;
}

const currencies = lazyValue(() => {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} · ${names.of(value) ?? ''}` }));
});
const numberOrNull = (value: string | number): number | null => (value === '' ? null : Number(value) || 0);

/** The settings of a field. */
export function FieldSettings<Field extends AnyField>({ field, before, problems, onChange }: Props<Field>) {
  const set = (fields: Partial<AnyField>) => onChange({ ...field, ...fields } as Field);
  const hasValue = field.kind !== 'description' && field.kind !== 'formula';
  return (
    <div className={classes.settings}>
      {field.kind === 'description' ? (
        <Textarea
          data-autofocus
          label={t('approval.design.text')}
          autosize
          minRows={2}
          maxLength={APPROVAL_LIMITS.text}
          value={field.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      ) : (
        <>
          <TextInput
            data-autofocus
            label={t('approval.design.label')}
            maxLength={APPROVAL_LIMITS.label}
            value={field.label}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => set({ label: event.currentTarget.value })}
          />
          <TextInput
            label={t('approval.design.hint')}
            maxLength={APPROVAL_LIMITS.hint}
            value={field.hint}
            onChange={(event) => set({ hint: event.currentTarget.value })}
          />
        </>
      )}
      <OfKind field={field} before={before} problems={problems} set={set} />
      {hasValue && (
        <Switch
          label={t('approval.design.required')}
          checked={field.required}
          onChange={(event) => set({ required: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

interface KindProps extends Omit<Props<AnyField>, 'onChange'> {
  set: (fields: Partial<AnyField>) => void;
}
function OfKind({ field, before, problems, set }: KindProps) {
  const toggle = (label: string, name: string, isOn: boolean) => (
    <Switch
      label={label}
      checked={isOn}
      onChange={(event) => set({ [name]: event.currentTarget.checked } as Partial<AnyField>)}
    />
  );
  switch (field.kind) {
    case 'text':
      return toggle(t('approval.design.multiline'), 'multiline', field.multiline);
    case 'number':
      return (
        <Group grow gap="sm" align="flex-end">
          <Unit unit={field.unit} set={set} />
          <Decimals decimals={field.decimals} set={set} />
          {(['min', 'max'] as const).map((side) => (
            <NumberInput
              key={side}
              label={t(`approval.design.${side}`)}
              hideControls
              value={field[side] ?? ''}
              onChange={(value) => set({ [side]: numberOrNull(value) } as Partial<AnyField>)}
            />
          ))}
        </Group>
      );
    case 'money':
      return (
        <Select
          label={t('approval.design.currency')}
          searchable
          allowDeselect={false}
          data={currencies()}
          value={field.currency}
          onChange={(value) => value && set({ currency: value })}
        />
      );
    case 'date':
    case 'range':
      return toggle(t('approval.design.with_time'), 'time', field.time);
    case 'person':
    case 'department':
      return toggle(t('approval.design.several'), 'many', field.many);
    case 'choice':
      return (
        <>
          <OptionsField options={field.options} onChange={(options) => set({ options })} />
          {toggle(t('approval.design.several'), 'many', field.many)}
        </>
      );
    case 'files':
      return (
        <NumberInput
          label={t('approval.design.most_files')}
          min={1}
          max={APPROVAL_LIMITS.files}
          allowDecimal={false}
          value={field.most}
          onChange={(value) => set({ most: Math.min(APPROVAL_LIMITS.files, Math.max(1, Number(value) || 1)) })}
        />
      );
    case 'formula':
      return (
        <>
          <FormulaField expression={field.expression} before={before} onChange={(expression) => set({ expression })} />
          <Group grow gap="sm">
            <Unit unit={field.unit} set={set} />
            <Decimals decimals={field.decimals} set={set} />
          </Group>
        </>
      );
    case 'table':
      return (
        <Columns
          id={field.id}
          columns={field.columns}
          problems={problems}
          onChange={(next) => set({ columns: next(field.columns) })}
        />
      );
    case 'description':
      return null;
  }
}

const Unit = ({ unit, set }: { unit: string; set: KindProps['set'] }) => (
  <TextInput
    label={t('approval.design.unit')}
    maxLength={20}
    value={unit}
    onChange={(event) => set({ unit: event.currentTarget.value })}
  />
);
const Decimals = ({ decimals, set }: { decimals: number; set: KindProps['set'] }) => (
  <NumberInput
    label={t('approval.design.decimals')}
    min={0}
    max={6}
    allowDecimal={false}
    value={decimals}
    onChange={(value) => set({ decimals: Math.min(6, Math.max(0, Number(value) || 0)) })}
  />
);

interface ColumnsProps {
  id: string;
  columns: readonly ApprovalColumn[];
  problems: readonly DefinitionProblem[];
  onChange: (next: (columns: readonly ApprovalColumn[]) => ApprovalColumn[]) => void;
}
function Columns({ id, columns, problems, onChange }: ColumnsProps) {
  const [openId, setOpenId] = useState('');
  return (
    <div className={classes.columns}>
      <span className={classes.optionsLabel} aria-hidden="true">
        {t('approval.design.columns')}
      </span>
      <FieldList
        label={t('approval.design.columns')}
        fields={columns}
        problems={problems}
        within={id}
        openId={openId}
        onOpen={setOpenId}
        onChange={onChange}
      >
        {(field, before, set) => <FieldSettings field={field} before={before} problems={problems} onChange={set} />}
      </FieldList>
      <DropdownMenu
        button={
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={columns.length >= APPROVAL_LIMITS.columns}
          >
            {t('approval.design.add_column')}
          </Button>
        }
      >
        {COLUMN_KINDS.map((kind) => {
          const Icon = FIELD_ICON[kind];
          return (
            <Menu.Item
              key={kind}
              leftSection={<Icon size={16} stroke={1.75} />}
              onClick={() => {
                const made = newField(kind, columns) as ApprovalColumn;
                onChange((now) => [...now, made]);
                setOpenId(made.id);
              }}
            >
              {kindWords(kind)}
            </Menu.Item>
          );
        })}
      </DropdownMenu>
    </div>
  );
}
