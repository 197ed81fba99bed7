import type { Area } from '@atrium/richtext/sheet/book.ts';
import type { Side } from '@atrium/richtext/sheet/sheetParts.ts';
import { Menu } from '@mantine/core';
import {
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconEraser,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
} from '@tabler/icons-react';
import { t } from '#sync/language.ts';

interface Props {
  area: Area;
  onInsert: (side: Side, isAfter: boolean) => void;
  onRemove: (side: Side) => void;
  onClear?: () => void;
}

/** Menu items for the rows and columns of the chosen cells. */
export function CellItems({ area, onInsert, onRemove, onClear }: Props) {
  const [rows, columns] = [area.bottom - area.top + 1, area.right - area.left + 1];
  return (
    <>
      <Menu.Item leftSection={<IconRowInsertTop size={16} />} onClick={() => onInsert('r', false)}>
        {t('sheet.rows_above', { count: rows })}
      </Menu.Item>
      <Menu.Item leftSection={<IconRowInsertBottom size={16} />} onClick={() => onInsert('r', true)}>
        {t('sheet.rows_below', { count: rows })}
      </Menu.Item>
      <Menu.Item leftSection={<IconColumnInsertLeft size={16} />} onClick={() => onInsert('k', false)}>
        {t('sheet.columns_left', { count: columns })}
      </Menu.Item>
      <Menu.Item leftSection={<IconColumnInsertRight size={16} />} onClick={() => onInsert('k', true)}>
        {t('sheet.columns_right', { count: columns })}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconRowRemove size={16} />} onClick={() => onRemove('r')}>
        {t('sheet.rows_remove', { count: rows })}
      </Menu.Item>
      <Menu.Item leftSection={<IconColumnRemove size={16} />} onClick={() => onRemove('k')}>
        {t('sheet.columns_remove', { count: columns })}
      </Menu.Item>
      {onClear && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconEraser size={16} />} onClick={onClear}>
            {t('sheet.clear')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
