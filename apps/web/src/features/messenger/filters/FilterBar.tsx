import { Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { memo } from 'react';
import { t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from '../DialogList.module.css';
import { FILTERS, type Filter, MAIN } from './filters.ts';

interface Props {
  filter: Filter;
  /** The number of conversations that match each filter. */
  counts: Partial<Record<Filter, number>>;
  onFilter: (filter: Filter) => void;
}

const REST = FILTERS.filter((name) => !MAIN.includes(name));

/** A row with the filters that people use most, the active one of the menu, and the menu with the others. */
export const FilterBar = memo(function FilterBar({ filter, counts, onFilter }: Props) {
  const row = MAIN.includes(filter) ? MAIN : [...MAIN, filter];
  return (
    <div className={classes.filters} role="toolbar" aria-label={t('messenger.filters')}>
      {row.map((name) => (
        <button
          type="button"
          key={name}
          className={classes.filter}
          aria-pressed={filter === name}
          onClick={() => onFilter(filter === name ? 'all' : name)}
        >
          {t(`messenger.filter.${name}`)}
          {Boolean(counts[name]) && <span className={classes.count}>{counts[name]}</span>}
        </button>
      ))}
      <DropdownMenu
        position="bottom-end"
        button={
          <button type="button" className={classes.more} aria-label={t('messenger.more_filters')}>
            <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
          </button>
        }
      >
        <Menu.RadioGroup value={filter} onChange={(value) => onFilter(value as Filter)}>
          {REST.map((name) => (
            <Menu.RadioItem key={name} value={name} closeMenuOnClick>
              {t(`messenger.filter.${name}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </DropdownMenu>
    </div>
  );
});
