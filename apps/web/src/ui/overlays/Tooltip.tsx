import { Tooltip as Floating, type TooltipProps } from '@mantine/core';
import { cloneElement, type DOMAttributes, type ReactElement, useEffect, useRef, useState } from 'react';

const DELAY_MS = 400;

type Handlers = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onKeyDown'
>;

interface Props extends Pick<TooltipProps, 'label' | 'position' | 'disabled' | 'multiline' | 'maw'> {
  children: ReactElement<Handlers>;
}

/**
 * A tooltip for hover and keyboard focus. It passes other props on, so that it can be between a menu and its button.
 * Its elements are created on demand: a screen has dozens of tooltips, and each prepared one would compute its position
 * with every render.
 */
export function Tooltip({ label, position, disabled, multiline, maw, children, ...passed }: Props) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef(0);
  const hide = () => {
    clearTimeout(timer.current);
    if (target) setTarget(null);
  };
  const showSoon = (element: HTMLElement) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setTarget(element), DELAY_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const own: Required<Handlers> = {
    onPointerEnter: (event) => event.pointerType !== 'touch' && showSoon(event.currentTarget),
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event) => event.currentTarget.matches(':focus-visible') && showSoon(event.currentTarget),
    onBlur: hide,
    onKeyDown: hide,
  };
  return (
    <>
      {cloneElement(children, { ...passed, ...after(own, { ...children.props, ...passed }) })}
      {target && !disabled && label && (
        <Floating
          opened
          target={target}
          label={label}
          {...(position && { position })}
          {...(multiline && { multiline })}
          {...(maw !== undefined && { maw })}
        />
      )}
    </>
  );
}

/** Combines handlers: the target's own runs first, then ours. */
function after(own: Required<Handlers>, theirs: Handlers): Handlers {
  type Run = (event: unknown) => void;
  return Object.fromEntries(
    Object.entries(own).map(([name, run]) => {
      const before = theirs[name as keyof Handlers] as Run | undefined;
      return [
        name,
        (event: unknown) => {
          before?.(event);
          (run as Run)(event);
        },
      ];
    }),
  );
}
