import { ActionIcon } from '@mantine/core';
import { IconAdjustments, IconHistory, IconMessagePlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { useStateOf } from '#ui/useStateOf.ts';
import { beginSession } from './session.actions.ts';

const SessionsDrawer = lazyPart(async () => (await import('./SessionsDrawer.tsx')).SessionsDrawer);

const InstructionsModal = lazyPart(
  async () => (await import('#entities/assistant/InstructionsModal.tsx')).InstructionsModal,
);

/** The buttons in the header of a chat with an assistant: a new session, and earlier ones. */
export function SessionTools({ dialogId }: { dialogId: number }) {
  const [isOpen, setOpen] = useStateOf(dialogId, () => false);
  const [isInstructing, setInstructing] = useStateOf(dialogId, () => false);
  return (
    <>
      <Tooltip label={t('session.new')}>
        <ActionIcon size="lg" aria-label={t('session.new')} onClick={() => void beginSession(dialogId)}>
          <IconMessagePlus size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('session.history')}>
        <ActionIcon size="lg" aria-label={t('session.history')} onClick={() => setOpen(true)}>
          <IconHistory size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('ai.instructions')}>
        <ActionIcon size="lg" aria-label={t('ai.instructions')} onClick={() => setInstructing(true)}>
          <IconAdjustments size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {isInstructing && (
        <Suspense>
          <InstructionsModal dialogId={dialogId} onClose={() => setInstructing(false)} />
        </Suspense>
      )}
      {isOpen && (
        <Suspense>
          <SessionsDrawer dialogId={dialogId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
