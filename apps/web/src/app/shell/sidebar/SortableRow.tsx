import { Menu } from '@mantine/core';
import { IconLayoutSidebar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type MovableRow, useMovableRow } from '#entities/navigation/useMovableRow.tsx';
import { t } from '#sync/language.ts';
import classes from './Sidebar.module.css';

/** A line of the sidebar that is dragged, moved by Alt and an arrow, and has a menu. */
export function SortableRow({ children, ...arranging }: MovableRow & { children: ReactNode }) {
  const navigate = useNavigate();
  const { row, menu } = useMovableRow({
    ...arranging,
    more: (
      <>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLayoutSidebar size={16} stroke={1.75} />}
          onClick={() => void navigate('/manage/setting/navigation')}
        >
          {t('side.arrange')}
        </Menu.Item>
      </>
    ),
  });
  return (
    // This element only moves the row: the link in it has the focus and the name.
    <div role="presentation" className={classes.place} {...row}>
      {children}
      {menu}
    </div>
  );
}
