import { APPROVAL_LIMITS } from '@atrium/contract/approvals/definition.ts';
import { FORMULA_FUNCTIONS, parseFormula } from '@atrium/contract/approvals/formula.ts';
import { Button, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { t } from '#sync/language.ts';
import classes from '../Designer.module.css';
import { fieldWords } from '../designWords.ts';
import type { AnyField } from './newField.ts';

interface Props {
  expression: string;
  before: readonly AnyField[];
  onChange: (expression: string) => void;
}

/** A formula, with the fields that it can use to insert, and in words below. */
export function FormulaField({ expression, before, onChange }: Props) {
  const input = useRef<HTMLTextAreaElement>(null);
  const usable = before.flatMap(piecesOf);
  const insert = (piece: string) => {
    const [from, to] = [
      input.current?.selectionStart ?? expression.length,
      input.current?.selectionEnd ?? expression.length,
    ];
    onChange(expression.slice(0, from) + piece + expression.slice(to));
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(from + piece.length, from + piece.length);
    });
  };
  const isWrong = expression !== '' && !parseFormula(expression);
  return (
    <div className={classes.formula}>
      <Textarea
        ref={input}
        label={t('approval.design.formula')}
        description={t('approval.design.formula_hint', { functions: FORMULA_FUNCTIONS.join(', ') })}
        autosize
        minRows={1}
        maxLength={APPROVAL_LIMITS.expression}
        spellCheck={false}
        value={expression}
        {...(isWrong && { error: t('approval.wrong.form.formula') })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {usable.length > 0 ? (
        <div className={classes.pieces} role="group" aria-label={t('approval.design.insert_field')}>
          {usable.map(({ piece, label }) => (
            <Button key={piece} size="compact-xs" variant="default" onClick={() => insert(piece)}>
              {label}
            </Button>
          ))}
        </div>
      ) : (
        <p className={classes.quiet}>{t('approval.design.formula_none')}</p>
      )}
      {expression && !isWrong && usable.length > 0 && <p className={classes.quiet}>= {inWords(expression, before)}</p>}
    </div>
  );
}

/** The expressions that a formula can use of a field. */
function piecesOf(field: AnyField): { piece: string; label: string }[] {
  const label = fieldWords(field);
  switch (field.kind) {
    case 'number':
    case 'money':
    case 'formula':
      return [{ piece: field.id, label }];
    case 'range':
      return (['days', 'hours'] as const).map((unit) => ({
        piece: `${unit}(${field.id})`,
        label: `${label} (${t(`approval.design.${unit}`)})`,
      }));
    case 'table':
      return field.columns
        .filter(({ kind }) => kind === 'number' || kind === 'money' || kind === 'formula')
        .map((column) => ({
          piece: `sum(${field.id}.${column.id})`,
          label: `Σ ${label}: ${fieldWords(column)}`,
        }));
    default:
      return [];
  }
}

/** The formula with the labels of its fields. */
function inWords(expression: string, before: readonly AnyField[]): string {
  return expression.replaceAll(
    /\b([a-z][a-z0-9_]*)(?:\.([a-z][a-z0-9_]*))?\b/gi,
    (text, id: string, column?: string) => {
      const field = before.find((each) => each.id === id.toLowerCase());
      if (!field) return text;
      const inner =
        field.kind === 'table' ? field.columns.find((each) => each.id === column?.toLowerCase()) : undefined;
      return `“${inner ? `${fieldWords(field)}: ${fieldWords(inner)}` : fieldWords(field)}”`;
    },
  );
}
