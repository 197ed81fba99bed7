import type { ComponentProps } from 'react';
import classes from './PlainCheckbox.module.css';

/** A checkbox without a text of its own, for lists with dozens of them: Mantine's costs ten times as much to draw. */
export const PlainCheckbox = (props: Omit<ComponentProps<'input'>, 'type' | 'className'>) => (
  <input {...props} type="checkbox" className={classes.box} />
);
