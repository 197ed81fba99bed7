import { type ModalProps, Modal as Plain } from '@mantine/core';
import { useOwnEscape } from './escape.ts';

/** Mantine's, with Escape closing one at a time. */
export const Modal = (props: ModalProps) => <Plain {...props} onClose={useOwnEscape(props.opened, props.onClose)} />;
