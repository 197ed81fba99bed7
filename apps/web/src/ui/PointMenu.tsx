import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Point {
  x: number;
  y: number;
}

/** A menu that opens where the pointer was: right click, long press. It holds `Menu.Item`s. */
export function PointMenu({ at, onClose, children }: { at: Point | null; onClose: () => void; children: ReactNode }) {
  return (
    <Menu opened={at !== null} onClose={onClose} position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          aria-hidden="true"
          tabIndex={-1}
          style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, width: 0, height: 0, padding: 0, border: 0 }}
        />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
