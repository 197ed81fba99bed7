import { type ReactNode, useId } from 'react';
import { LastChange } from './lastChanges.tsx';
import classes from './SettingsScreen.module.css';

interface Props {
  label: string;
  /** The setting's name, by which the audit log knows who changed it last. */
  name?: string;
  /** A function that gets the id for its field, or elements of a group. */
  children: ((id: string) => ReactNode) | ReactNode;
}

/** A setting with its label right-aligned beside its field; in narrow windows the label is above it, in bold. */
export function FormRow({ label, name, children }: Props) {
  const id = useId();
  if (typeof children === 'function') {
    return (
      <div className={classes.row}>
        {name ? (
          <div className={classes.label}>
            <label htmlFor={id}>{label}</label>
            <LastChange name={name} />
          </div>
        ) : (
          <label htmlFor={id} className={classes.label}>
            {label}
          </label>
        )}
        {children(id)}
      </div>
    );
  }
  return (
    <div className={classes.row} role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      {children}
    </div>
  );
}
