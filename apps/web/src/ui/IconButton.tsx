import type { ComponentProps, CSSProperties } from 'react';
import classes from './IconButton.module.css';
import { PlainButton } from './PlainButton.tsx';

interface Props extends ComponentProps<'button'> {
  'aria-label': string;
  /** The size in px; touch targets are 44 in any case. */
  size?: 22 | 28 | 34 | 44;
}

/** An icon button, for screens with dozens of them: Mantine's `ActionIcon` costs ten times as much to draw. */
export function IconButton({ size = 28, className = '', style, ...props }: Props) {
  const sized = { '--size': `${size}px`, ...style } as CSSProperties;
  return <PlainButton {...props} className={`${classes.button} ${className}`} style={sized} />;
}
