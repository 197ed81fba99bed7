import type { ComponentProps } from 'react';
import classes from './PlainButton.module.css';

/** A button without looks, for what a list has hundreds of: Mantine's costs ten times as much to draw. */
export function PlainButton({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={className ? `${classes.plain} ${className}` : classes.plain} />;
}
