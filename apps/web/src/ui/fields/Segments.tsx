import { type ReactNode, useId } from 'react';
import classes from './Segments.module.css';

interface Props<Value extends string> {
  'aria-label': string;
  value: Value;
  data: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/**
 * A choice of a few, side by side. It is for a screen's first paint: Mantine's `SegmentedControl` measures itself,
 * which needs another layout before anything is visible.
 */
export function Segments<Value extends string>({ value, data, onChange, ...label }: Props<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" className={classes.box} {...label}>
      {data.map((each) => (
        <label key={each.value} className={classes.item} data-active={each.value === value || undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={each.value}
            checked={each.value === value}
            onChange={() => onChange(each.value)}
          />
          {each.label}
        </label>
      ))}
    </div>
  );
}
