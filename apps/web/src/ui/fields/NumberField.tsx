import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: number;
  /** The value of an empty field. */
  empty: number;
  onChange: (value: number) => void;
}

/** A field for a whole number that can be deleted digit by digit; once it is left empty, the default appears. */
export function NumberField({ value, empty, onChange, ...input }: Props) {
  const [isEmpty, setEmpty] = useState(false);
  return (
    <NumberInput
      allowDecimal={false}
      {...input}
      value={isEmpty ? '' : value}
      onChange={(next) => {
        setEmpty(next === '');
        onChange(Number(next) || empty);
      }}
      onBlur={() => setEmpty(false)}
    />
  );
}
