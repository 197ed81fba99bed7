import { ActionIcon } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { describeTask } from '#entities/assistant/writing.actions.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';

/** Has the description drafted, as an unsaved change. */
export function DraftButton({ taskId, onDraft }: { taskId: number; onDraft: (html: string) => void }) {
  const [isBusy, setBusy] = useState(false);
  const draft = async () => {
    setBusy(true);
    await describeTask(taskId).then(onDraft, (error: unknown) => notify(wordsOf(error), { kind: 'error' }));
    setBusy(false);
  };
  return (
    <Tooltip label={t('ai.describe')}>
      <ActionIcon aria-label={t('ai.describe')} loading={isBusy} onClick={() => void draft()}>
        <IconSparkles size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
