import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconLayoutSidebar, type IconUser } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#sync/language.ts';
import { dragRow } from '#ui/lists/dragRow.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import classes from './Sidebar.module.css';

interface Props {
  /** Lines are dragged among those of the same kind. */
  kind: string;
  id: string;
  label: string;
  onMove: (by: -1 | 1) => void;
  onDrop: (id: string, isAfter: boolean) => void;
  remove: { label: string; icon: typeof IconUser; run: () => void };
  children: ReactNode;
}

/** A line of the sidebar that is dragged, moved by Alt and an arrow, and has a menu. */
export function Arranged({ kind, id, label, onMove, onDrop, remove, children }: Props) {
  const [menu, setMenu] = useState<Point | null>(null);
  const navigate = useNavigate();
  return (
    // The link inside has the focus and the name; this only moves it.
    <div
      role="presentation"
      className={classes.place}
      {...dragRow(kind, id, onDrop)}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault();
        setMenu({ x: event.clientX, y: event.clientY });
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      {children}
      <PointMenu at={menu} label={label} onClose={() => setMenu(null)}>
        <Menu.Item leftSection={<IconArrowUp size={16} stroke={1.75} />} onClick={() => onMove(-1)}>
          {t('side.up')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} stroke={1.75} />} onClick={() => onMove(1)}>
          {t('side.down')}
        </Menu.Item>
        <Menu.Item leftSection={<remove.icon size={16} stroke={1.75} />} onClick={remove.run}>
          {remove.label}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLayoutSidebar size={16} stroke={1.75} />}
          onClick={() => void navigate('/manage/setting/navigation')}
        >
          {t('side.arrange')}
        </Menu.Item>
      </PointMenu>
    </div>
  );
}
