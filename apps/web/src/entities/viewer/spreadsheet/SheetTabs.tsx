import type { Area, Book, Changes } from '@atrium/richtext/sheet/book.ts';
import { TAB_CHARS } from '@atrium/richtext/sheet/sheetParts.ts';
import { ActionIcon, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { locale, t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Spreadsheet.module.css';

interface Props {
  book: Book;
  sheet: string;
  area: Area;
  mayChange: boolean;
  change: (changes: Changes) => void;
  onOpen: (sheet: string) => void;
}

/** The sheets of a spreadsheet, and figures of the chosen cells. */
export function SheetTabs({ book, sheet, area, mayChange, change, onOpen }: Props) {
  const [menu, setMenu] = useState<Point | null>(null);
  const [renamed, setRenamed] = useState('');
  const open = book.tabs.find(({ id }) => id === sheet);
  const add = () => {
    const { id, changes } = book.addTab(t('sheet.name', { number: book.tabs.length + 1 }));
    change(changes);
    onOpen(id);
  };
  const remove = async () => {
    const isSure = await askFirst({
      title: t('sheet.remove'),
      text: t('sheet.remove_ask', { name: open?.name ?? '' }),
      action: t('sheet.remove'),
      isDangerous: true,
    });
    if (isSure) change(book.removeTab(sheet));
  };
  return (
    <div className={classes.foot}>
      {mayChange && (
        <Tooltip label={t('sheet.add')}>
          <ActionIcon aria-label={t('sheet.add')} onClick={add}>
            <IconPlus size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      <div className={classes.tabs} role="tablist" aria-label={t('viewer.sheets')}>
        {book.tabs.map(({ id, name }) =>
          id === renamed ? (
            <TextInput
              key={id}
              size="xs"
              className={classes.name}
              aria-label={t('action.rename')}
              autoFocus
              defaultValue={name}
              maxLength={TAB_CHARS}
              onFocus={(event) => event.currentTarget.select()}
              onBlur={(event) => {
                change(book.renameTab(id, event.currentTarget.value));
                setRenamed('');
              }}
              onKeyDown={(event) => {
                event.stopPropagation();
                if (isComposing(event)) return;
                if (event.key === 'Enter') event.currentTarget.blur();
                if (event.key === 'Escape') setRenamed('');
              }}
            />
          ) : (
            <UnstyledButton
              key={id}
              role="tab"
              className={classes.tab}
              aria-selected={id === sheet}
              data-open={id === sheet || undefined}
              onClick={() => onOpen(id)}
              onDoubleClick={() => mayChange && setRenamed(id)}
              onContextMenu={(event) => {
                event.preventDefault();
                if (!mayChange) return;
                onOpen(id);
                setMenu({ x: event.clientX, y: event.clientY });
              }}
            >
              {name}
            </UnstyledButton>
          ),
        )}
      </div>
      <Sums book={book} sheet={sheet} area={area} />
      <PointMenu at={menu} label={t('sheet.menu_of', { name: open?.name ?? '' })} onClose={() => setMenu(null)}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setRenamed(sheet)}>
          {t('action.rename')}
        </Menu.Item>
        <Menu.Item
          color="var(--red)"
          leftSection={<IconTrash size={16} />}
          disabled={book.tabs.length < 2}
          onClick={() => void remove()}
        >
          {t('sheet.remove')}
        </Menu.Item>
      </PointMenu>
    </div>
  );
}

/** The most cells that are summed while the pointer is dragged. */
const MAX_SUMMED = 20_000;

function Sums({ book, sheet, area }: { book: Book; sheet: string; area: Area }) {
  const { top, left, bottom, right } = area;
  const numbers = useMemo(() => {
    const found: number[] = [];
    if ((bottom - top + 1) * (right - left + 1) > MAX_SUMMED) return found;
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const value = book.valueAt(sheet, row, column);
        if (typeof value === 'number') found.push(value);
      }
    }
    return found;
  }, [book, sheet, top, left, bottom, right]);
  if (numbers.length < 2) return null;
  const sum = numbers.reduce((total, each) => total + each, 0);
  const words = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 4 });
  return (
    <div className={classes.sums} role="status">
      <span>{t('sheet.sum', { value: words(sum) })}</span>
      <span>{t('sheet.average', { value: words(sum / numbers.length) })}</span>
      <span>{t('sheet.count', { count: numbers.length })}</span>
    </div>
  );
}
