import { INBOX_KINDS } from '@atrium/contract/workspace/inbox.ts';
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from './Inbox.module.css';
import type { InboxView } from './useInboxView.ts';

/** Narrows the list to one kind. */
export function KindMenu({ view }: { view: InboxView }) {
  const { kind, countOf, go } = view;
  return (
    <DropdownMenu
      position="bottom-end"
      button={
        <Button
          size="compact-md"
          variant={kind ? 'light' : 'subtle'}
          color={kind ? undefined : 'gray'}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          {t(kind ? `inbox.kind_${kind}` : 'inbox.all_kinds')}
        </Button>
      }
    >
      {[undefined, ...INBOX_KINDS].map((each) => (
        <Menu.Item
          key={each ?? ''}
          leftSection={<IconCheck size={16} stroke={1.75} opacity={each === kind ? 1 : 0} />}
          rightSection={<span className={classes.when}>{countOf(each)}</span>}
          onClick={() => go({ kind: each, item: 0 })}
        >
          {t(each ? `inbox.kind_${each}` : 'inbox.all_kinds')}
        </Menu.Item>
      ))}
    </DropdownMenu>
  );
}
