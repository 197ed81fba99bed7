import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: number;
  /** The value of an empty field. */
  empty: number;
  onChange: (value: number) => void;
}

/** A whole number that can be taken out sign by sign; what it is when it is left empty is shown once it is left. */
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
