import type { Column } from '@atrium/contract/projects/projects.ts';
import { Menu, TextInput } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import { t } from '#sync/language.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { isComposing } from '#ui/keys/composing.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { opensMenu, type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { COLUMN_COLORS, headTint } from '#ui/palette.ts';
import classes from './Board.module.css';
import { changeColumn, removeColumn } from './board.actions.ts';

interface Props {
  column: Column;
  /** The number of tasks in view, with completed ones where they are shown; null until they are loaded. */
  shown: number | null;
  /** The number of tasks that a removal would delete. */
  count: number;
  isReadOnly: boolean;
  ref: Ref<HTMLDivElement>;
  onAdd: () => void;
}

/** A column's name and color, the number of its tasks, and its menu. */
export function ColumnHead({ column, shown, count, isReadOnly, ref, onAdd }: Props) {
  const [isRenaming, setRenaming] = useState(false);
  const [menu, setMenu] = useState<Point | null>(null);
  const remove = async () => {
    const isSure = await askFirst({
      title: t('column.remove'),
      text: t('column.remove_ask', { name: column.name, count }),
      action: t('column.remove'),
      isDangerous: true,
    });
    if (isSure) removeColumn(column.id);
  };
  return (
    <div className={classes.head} ref={ref} style={{ backgroundColor: headTint(column.color) }}>
      {column.color && <span className={classes.swatch} style={{ backgroundColor: column.color }} />}
      {isRenaming ? (
        <RenameField
          name={column.name}
          onDone={(name) => {
            setRenaming(false);
            if (name && name !== column.name) changeColumn(column.id, { name });
          }}
        />
      ) : (
        <h2 className={classes.headName}>{column.name}</h2>
      )}
      <span className={classes.count}>{shown}</span>
      {!isReadOnly && (
        <div className={classes.headTools}>
          <IconButton aria-label={t('task.add_to', { name: column.name })} onClick={onAdd}>
            <IconPlus size={18} stroke={1.75} />
          </IconButton>
          <IconButton
            aria-label={t('column.menu', { name: column.name })}
            {...opensMenu(menu !== null)}
            onClick={({ currentTarget }) => {
              if (menu) return setMenu(null);
              const { left, bottom } = currentTarget.getBoundingClientRect();
              setMenu({ x: left, y: bottom });
            }}
          >
            <IconDots size={18} stroke={1.75} />
          </IconButton>
          {menu && (
            <PointMenu at={menu} label={t('column.menu', { name: column.name })} onClose={() => setMenu(null)}>
              <ColumnItems column={column} onRename={() => setRenaming(true)} onRemove={() => void remove()} />
            </PointMenu>
          )}
        </div>
      )}
    </div>
  );
}

interface ItemsProps {
  column: Column;
  onRename: () => void;
  onRemove: () => void;
}
function ColumnItems({ column, onRename, onRemove }: ItemsProps) {
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
        {t('action.rename')}
      </Menu.Item>
      <Menu.Label>{t('column.color')}</Menu.Label>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6, padding: '2px 12px 8px', maxWidth: 200 }}>
        {COLUMN_COLORS.map(({ name, value: color }) => (
          <Menu.Item
            key={name}
            aria-label={t(`color.name_${name}`)}
            aria-current={column.color === color || undefined}
            onClick={() => changeColumn(column.id, { color })}
            style={{
              width: 24,
              height: 24,
              padding: 0,
              borderRadius: '50%',
              backgroundColor: color || 'transparent',
              border: '1px solid var(--line-2)',
            }}
          />
        ))}
      </div>
      <Menu.Divider />
      <Menu.Item color="var(--red)" leftSection={<IconTrash size={16} />} onClick={onRemove}>
        {t('column.remove')}
      </Menu.Item>
    </>
  );
}

function RenameField({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const [value, setValue] = useState(name);
  return (
    <TextInput
      size="xs"
      aria-label={t('action.rename')}
      autoFocus
      value={value}
      maxLength={100}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => onDone(value.trim())}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isComposing(event)) return;
        if (event.key === 'Enter') onDone(value.trim());
        if (event.key === 'Escape') onDone('');
      }}
    />
  );
}
