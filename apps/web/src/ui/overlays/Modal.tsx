import { type ModalProps, Modal as Plain } from '@mantine/core';
import { useEffect, useState } from 'react';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { useOwnEscape } from './escape.ts';

/**
 * Mantine's modal, of which Escape closes one at a time. A closed one is mounted after the paint, because its portal
 * would make React render the page twice before it.
 */
export function Modal(props: ModalProps) {
  const onClose = useOwnEscape(props.opened, props.onClose);
  const [isReady, setReady] = useState(props.opened);
  useEffect(() => (isReady ? undefined : afterPaint(() => setReady(true))), [isReady]);
  return (isReady || props.opened) && <Plain {...props} onClose={onClose} />;
}
