import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { Button, CloseButton, Tabs } from '@mantine/core';
import { IconFileSpreadsheet, IconSparkles } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { InstructionsModal } from '#entities/assistant/InstructionsModal.tsx';
import { canAsk } from '#entities/assistant/writing.actions.ts';
import { Webhooks } from '#entities/webhook/Webhooks.tsx';
import { t } from '#sync/language.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { exportMessages } from '../dialog.actions.ts';
import { GroupMembers } from '../GroupMembers.tsx';
import { KINDS } from '../shared.actions.ts';
import { AboutPart } from './AboutPart.tsx';
import classes from './DialogPanel.module.css';
import { type InfoPart, partsOf } from './infoView.ts';
import shared from './SharedList.module.css';
import { SharedList } from './SharedList.tsx';
import { TaskPart } from './TaskPart.tsx';

interface Props {
  dialog: ClientDialog;
  part: InfoPart;
  /** True if the panel is beside the conversation, not above it. */
  isDocked: boolean;
  onPart: (part: InfoPart) => void;
  onClose: () => void;
  onPerson: (userid: number) => void;
  onJump: (id: number) => void;
}

/** A conversation's details: beside it, in a drawer, or on a phone over the whole screen. */
export function DialogPanel({ isDocked, onClose, ...props }: Props) {
  const isPhone = useIsPhone();
  if (!isDocked) {
    return (
      <Drawer
        opened
        onClose={onClose}
        position="right"
        size={isPhone ? '100%' : 440}
        title={t('info.title')}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <Parts {...props} onClose={onClose} />
      </Drawer>
    );
  }
  return (
    <aside
      className={classes.docked}
      aria-label={t('info.title')}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <div className={classes.head}>
        <h2>{t('info.title')}</h2>
        <CloseButton aria-label={t('action.close')} onClick={onClose} />
      </div>
      <div className={classes.body}>
        <Parts {...props} onClose={onClose} />
      </div>
    </aside>
  );
}

function Parts({ dialog, part: wanted, onPart, onClose, onPerson, onJump }: Omit<Props, 'isDocked'>) {
  const [isInstructing, setInstructing] = useState(false);
  const isGroup = dialog.type === 'group';
  const parts = partsOf(dialog);
  const part = parts.includes(wanted) ? wanted : 'about';
  return (
    <>
      <Tabs
        key={dialog.id}
        value={part}
        onChange={(value) => {
          const next = parts.find((each) => each === value);
          if (next) onPart(next);
        }}
        keepMounted={false}
      >
        <Tabs.List mb="md" className={shared.tabs ?? ''}>
          {parts.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(
                each === 'webhooks'
                  ? 'hooks.title'
                  : each === 'about' || each === 'tasks'
                    ? `info.${each}`
                    : `shared.${each}`,
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="about">
          <AboutPart dialog={dialog} onPerson={onPerson} onJump={onJump} />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <GroupMembers dialog={dialog} onClose={onClose} onPerson={onPerson} />
        </Tabs.Panel>
        {KINDS.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <SharedList dialogId={dialog.id} kind={kind} onJump={onJump} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="tasks">
          <TaskPart dialog={dialog} />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <Webhooks dialogId={dialog.id} />
        </Tabs.Panel>
      </Tabs>
      <div className={shared.foot}>
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
    </>
  );
}
