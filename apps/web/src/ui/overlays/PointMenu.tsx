import { Menu, Portal } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { focusFirst } from './Dropdown.tsx';

export interface Point {
  x: number;
  y: number;
}

/** Events are stopped: in React's tree the menu is inside the clicked element, which would get them. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

/**
 * Without space below or above the pointer, the menu covers the clicked element, and scrolls if it is higher than the
 * window.
 */
const WITHIN = { flip: true, shift: { crossAxis: true, padding: 8 } };
const SCROLLED = { dropdown: { maxHeight: 'calc(100dvh - 16px)', overflowY: 'auto' } } as const;

/**
 * The attributes of a button that opens such a menu: a click on it must not count as outside, or the click that closes
 * the menu would open it again.
 */
export const opensMenu = (isOpen: boolean) => ({
  'aria-haspopup': 'menu' as const,
  'aria-expanded': isOpen,
  ...(isOpen && { onMouseDown: stop, onTouchStart: stop }),
});

interface Props {
  at: Point | null;
  /** The menu's accessible name. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A menu at the pointer: right click, long press. It contains `Menu.Item`s. */
export function PointMenu({ at, label, onClose, children }: Props) {
  // Nothing is rendered while it is closed, because every row of a list has such a menu.
  if (!at) return null;
  return (
    // The menu is in a portal: in a list that uses transforms, "fixed" would be relative to the list, not the window.
    <Portal>
      <div role="none" onClick={stop} onContextMenu={stop} onKeyDown={stop}>
        <Menu opened onClose={onClose} position="bottom-start" withinPortal middlewares={WITHIN} styles={SCROLLED}>
          <Menu.Target>
            <button
              type="button"
              aria-hidden="true"
              aria-label={label}
              tabIndex={-1}
              style={{
                position: 'fixed',
                left: at.x,
                top: at.y,
                width: 0,
                height: 0,
                padding: 0,
                border: 0,
              }}
            />
          </Menu.Target>
          <Menu.Dropdown ref={focusFirst}>{children}</Menu.Dropdown>
        </Menu>
      </div>
    </Portal>
  );
}
