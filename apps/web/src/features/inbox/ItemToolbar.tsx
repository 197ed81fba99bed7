import type { InboxItem } from '@atrium/contract/workspace/inbox.ts';
import { Button, Kbd } from '@mantine/core';
import { IconCheck, IconClock, IconExternalLink } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from './Inbox.module.css';
import { SnoozeItems } from './SnoozeMenu.tsx';
import type { InboxView } from './useInboxView.ts';

/** The actions for the item that is shown beside the list. */
export function ItemToolbar({ item, view }: { item: InboxItem; view: InboxView }) {
  const { box, finish, snooze } = view;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('inbox.actions')}>
      <Button
        size="compact-md"
        variant="light"
        leftSection={<IconCheck size={16} stroke={1.75} />}
        rightSection={<Kbd size="xs">E</Kbd>}
        onClick={() => finish(item, box !== 'done')}
      >
        {t(box === 'done' ? 'inbox.undone' : 'inbox.done')}
      </Button>
      {box === 'open' && (
        <DropdownMenu
          button={
            <Button
              size="compact-md"
              variant="subtle"
              color="gray"
              leftSection={<IconClock size={16} stroke={1.75} />}
              rightSection={<Kbd size="xs">H</Kbd>}
            >
              {t('inbox.snooze')}
            </Button>
          }
        >
          <SnoozeItems onChoose={(until) => snooze(item, until)} onCustom={() => view.chooseTime(item)} />
        </DropdownMenu>
      )}
      {box === 'snoozed' && (
        <Button size="compact-md" variant="subtle" color="gray" onClick={() => snooze(item, null)}>
          {t('inbox.unsnooze')}
        </Button>
      )}
      <Button
        ml="auto"
        size="compact-md"
        variant="subtle"
        color="gray"
        leftSection={<IconExternalLink size={16} stroke={1.75} />}
        onClick={() => view.openItem(item)}
      >
        {t('inbox.open')}
      </Button>
    </div>
  );
}
