import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, type IconUser } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { t } from '#sync/language.ts';
import { dragRow } from '#ui/lists/dragRow.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';

export interface MovableRow {
  /** The kind of the row: rows are dragged among those of the same kind. */
  kind: string;
  id: string;
  label: string;
  onMove: (by: -1 | 1) => void;
  onDrop: (id: string, isAfter: boolean) => void;
  remove: { label: string; icon: typeof IconUser; run: () => void };
  /** Further entries of the menu. */
  more?: ReactNode;
}

/** The attributes and the menu of a row that people drag or move by Alt and an arrow key. */
export function useMovableRow({ kind, id, label, onMove, onDrop, remove, more }: MovableRow) {
  const [at, setAt] = useState<Point | null>(null);
  const row = {
    ...dragRow(kind, id, onDrop),
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      setAt({ x: event.clientX, y: event.clientY });
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      onMove(event.key === 'ArrowUp' ? -1 : 1);
    },
  };
  const menu = (
    <PointMenu at={at} label={label} onClose={() => setAt(null)}>
      <Menu.Item leftSection={<IconArrowUp size={16} stroke={1.75} />} onClick={() => onMove(-1)}>
        {t('side.up')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowDown size={16} stroke={1.75} />} onClick={() => onMove(1)}>
        {t('side.down')}
      </Menu.Item>
      <Menu.Item leftSection={<remove.icon size={16} stroke={1.75} />} onClick={remove.run}>
        {remove.label}
      </Menu.Item>
      {more}
    </PointMenu>
  );
  return { row, menu };
}
