import { type DrawerProps, Drawer as Plain } from '@mantine/core';
import { useOwnEscape } from './escape.ts';

/** Mantine's, with Escape closing one at a time. */
export const Drawer = (props: DrawerProps) => <Plain {...props} onClose={useOwnEscape(props.opened, props.onClose)} />;
