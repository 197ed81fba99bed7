import { type ReactNode, useId } from 'react';
import classes from './SettingsScreen.module.css';

/** Label right-aligned beside its field; on narrow windows on top, in bold. */
export function FormRow({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
