import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { locale, t } from '#sync/language.ts';
import { typedNumber } from './typedNumber.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type' | 'inputMode'> {
  /** The value: a number, '' if empty, or the typed text if it is no number. */
  value: number | string;
  /** The number of decimals that are shown. */
  decimals: number;
  /** Gets what was typed if it is no number. */
  onChange: (value: number | string) => void;
}

/** A number in the reader's spelling, such as `1.250,50` in German. */
export function DecimalField({ value, decimals, onChange, error, ...input }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const number = typeof value === 'number' ? value : typedNumber(value, 'en');
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const shown = number === undefined ? String(value) : new Intl.NumberFormat(locale, digits).format(number);
  const isWrong = typed === null && number === undefined && String(value).trim() !== '';
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      autoComplete="off"
      error={error || (isWrong && t('approval.problem.kind'))}
      value={typed ?? shown}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange(typedNumber(text, locale) ?? text);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
