import { Menu, Portal } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { focusFirst } from './Drop.tsx';

export interface Point {
  x: number;
  y: number;
}

/** In React's tree it is inside the clicked element, which would get its events. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Where there is no room for it below the pointer nor above, it goes over what was clicked, and scrolls where it is higher than the window. */
const WITHIN = { flip: true, shift: { crossAxis: true, padding: 8 } };
const SCROLLED = { dropdown: { maxHeight: 'calc(100dvh - 16px)', overflowY: 'auto' } } as const;

/** For a button that opens such a menu: it is no place outside of it, or the press that closes it would open it again. */
export const opensMenu = (isOpen: boolean) => ({
  'aria-haspopup': 'menu' as const,
  'aria-expanded': isOpen,
  ...(isOpen && { onMouseDown: stop, onTouchStart: stop }),
});

interface Props {
  at: Point | null;
  /** Whose menu it is, to be read aloud. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A menu that opens where the pointer was: right click, long press. It holds `Menu.Item`s. */
export function PointMenu({ at, label, onClose, children }: Props) {
  // Every row of a list has one.
  if (!at) return null;
  return (
    // Inside a list that is moved by transforms "fixed" would mean the list, not the window.
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
