import type { ClientDialog } from '@atrium/client/rows.ts';
import { IconChartBar, IconListNumbers } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import type { ComposerExtra } from './Composer.tsx';
import type { OpenModal } from './ConversationModals.tsx';

/** What can be sent beside text: votes and word-chains are for groups. */
export function composerExtras(dialog: ClientDialog, open: (modal: OpenModal) => void): ComposerExtra[] {
  if (dialog.type !== 'group') return [];
  return [
    { key: 'chain', label: t('chain.start'), icon: IconListNumbers, run: () => open({ kind: 'chain' }) },
    { key: 'vote', label: t('vote.start_menu'), icon: IconChartBar, run: () => open({ kind: 'vote' }) },
  ];
}
