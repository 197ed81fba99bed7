import { Popover as Plain, type PopoverProps } from '@mantine/core';
import { useEffect, useEffectEvent, useId } from 'react';
import { closeByEscape } from './escape.ts';

/** Mantine's popover, of which Escape closes the innermost: by default it closes together with a dropdown inside it. */
function Own(props: PopoverProps) {
  const ownId = useId();
  const { id = ownId, opened = false } = props;
  const close = useEffectEvent(() => {
    props.onChange?.(false);
    props.onClose?.();
    props.onDismiss?.();
  });
  useEffect(() => (opened ? closeByEscape(`${id}-dropdown`, close) : undefined), [id, opened]);
  return <Plain {...props} id={id} closeOnEscape={false} />;
}

export const Popover = Object.assign(Own, { Target: Plain.Target, Dropdown: Plain.Dropdown });
