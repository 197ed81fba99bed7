import { type ModalProps, Modal as Plain } from '@mantine/core';
import { useOwnEscape } from './escape.ts';

/** Mantine's, of which Escape closes one at a time. */
export const Modal = (props: ModalProps) => <Plain {...props} onClose={useOwnEscape(props.opened, props.onClose)} />;
