import { type DrawerProps, Drawer as Plain } from '@mantine/core';
import { useOwnEscape } from './escape.ts';

/** Mantine's drawer, of which Escape closes one at a time. */
export const Drawer = (props: DrawerProps) => <Plain {...props} onClose={useOwnEscape(props.opened, props.onClose)} />;
