import type { ComponentProps } from 'react';
import classes from './PlainButton.module.css';

/** An unstyled button, for lists with hundreds of them: Mantine's costs ten times as much to draw. */
export function PlainButton({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={className ? `${classes.plain} ${className}` : classes.plain} />;
}
