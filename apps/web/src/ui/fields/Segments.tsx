import { type ReactNode, useId } from 'react';
import classes from './Segments.module.css';

interface Props<Value extends string> {
  'aria-label': string;
  value: Value;
  data: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/**
 * One of a few, side by side. For what is on the way to a screen's first picture: Mantine's `SegmentedControl` measures
 * itself, for which the page is laid out once more before anything of it is seen.
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
