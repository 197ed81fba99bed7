import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { Button, Tabs } from '@mantine/core';
import { IconFileSpreadsheet, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { InstructionsModal } from '#entities/assistant/InstructionsModal.tsx';
import { canAsk } from '#entities/assistant/writing.actions.ts';
import { Webhooks } from '#entities/webhook/Webhooks.tsx';
import { t } from '#sync/language.ts';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { exportMessages } from './dialog.actions.ts';
import { GroupMembers } from './GroupMembers.tsx';
import classes from './SharedList.module.css';
import { SharedList } from './SharedList.tsx';
import { KINDS } from './shared.actions.ts';

interface Props {
  dialog: ClientDialog;
  onClose: () => void;
  onPerson: (userid: number) => void;
  onJump: (id: number) => void;
}

/** A conversation's details: members of a group, and shared content. */
export function DialogPanel({ dialog, onClose, onPerson, onJump }: Props) {
  const isGroup = dialog.type === 'group';
  const [isInstructing, setInstructing] = useState(false);
  return (
    <Drawer opened onClose={onClose} position="right" size={440} title={t(isGroup ? 'group.settings' : 'shared.title')}>
      <Tabs defaultValue={isGroup ? 'members' : KINDS[0]} keepMounted={false}>
        <Tabs.List mb="md" className={classes.tabs ?? ''}>
          {isGroup && <Tabs.Tab value="members">{t('shared.members')}</Tabs.Tab>}
          {KINDS.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {t(`shared.${kind}`)}
            </Tabs.Tab>
          ))}
          {isGroup && <Tabs.Tab value="webhooks">{t('hooks.title')}</Tabs.Tab>}
        </Tabs.List>
        {isGroup && (
          <Tabs.Panel value="members">
            <GroupMembers dialog={dialog} onClose={onClose} onPerson={onPerson} />
          </Tabs.Panel>
        )}
        {KINDS.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <SharedList dialogId={dialog.id} kind={kind} onJump={onJump} />
          </Tabs.Panel>
        ))}
        {isGroup && (
          <Tabs.Panel value="webhooks">
            <Webhooks dialogId={dialog.id} />
          </Tabs.Panel>
        )}
      </Tabs>
      <div className={classes.foot}>
        {isGroup && canAsk() && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconSparkles size={16} stroke={1.75} />}
            onClick={() => setInstructing(true)}
          >
            {t('ai.instructions')}
          </Button>
        )}
        {isInstructing && <InstructionsModal dialogId={dialog.id} onClose={() => setInstructing(false)} />}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconFileSpreadsheet size={16} stroke={1.75} />}
          onClick={() => void exportMessages(dialog.id).then((isBegun) => isBegun && notify(t('dialog.export_begun')))}
        >
          {t('dialog.export')}
        </Button>
      </div>
    </Drawer>
  );
}
