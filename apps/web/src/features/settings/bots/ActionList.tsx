import { ActionIcon, Button, Text } from '@mantine/core';
import { type Icon, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ActionList.module.css';

interface Action {
  label: string;
  icon: Icon;
  run: () => void;
}

interface Props<T> {
  items: readonly T[];
  /** Shown instead of an empty list. */
  none: string;
  /** Names the item for screen readers, beside the label of each action. */
  nameOf: (item: T) => string;
  /** Shown before the name. */
  renderPicture?: (item: T) => ReactNode;
  renderAbout: (item: T) => ReactNode;
  actions: (item: T) => readonly Action[];
  add?: { label: string; run: () => void };
}

/** Bots, commands and the like, each with its actions. */
export function ActionList<T extends { id: number }>({
  items,
  none,
  nameOf,
  renderPicture,
  renderAbout,
  actions,
  add,
}: Props<T>) {
  return (
    <>
      {items.length === 0 && <Text>{none}</Text>}
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={item.id} className={classes.item}>
              {renderPicture?.(item)}
              <div className={classes.about}>{renderAbout(item)}</div>
              <div className={classes.actions}>
                {actions(item).map(({ label, icon: Icon, run }) => (
                  <ActionIcon
                    key={label}
                    size="lg"
                    aria-label={`${label}: ${nameOf(item)}`}
                    title={label}
                    onClick={run}
                  >
                    <Icon size={18} stroke={1.75} />
                  </ActionIcon>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {add && (
        <Button className={classes.add ?? ''} variant="default" leftSection={<IconPlus size={18} />} onClick={add.run}>
          {add.label}
        </Button>
      )}
    </>
  );
}
