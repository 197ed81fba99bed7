import { type ModalProps, Modal as Plain } from '@mantine/core';
import { useEffect, useState } from 'react';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { useOwnEscape } from './escape.ts';

/**
 * Mantine's, with Escape closing one at a time. A closed one comes after the paint: its portal would make React render
 * the page a second time before.
 */
export function Modal(props: ModalProps) {
  const onClose = useOwnEscape(props.opened, props.onClose);
  const [isReady, setReady] = useState(props.opened);
  useEffect(() => (isReady ? undefined : afterPaint(() => setReady(true))), [isReady]);
  return (isReady || props.opened) && <Plain {...props} onClose={onClose} />;
}
