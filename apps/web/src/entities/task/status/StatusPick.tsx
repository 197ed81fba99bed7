import { useEffect } from 'react';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { PointMenu } from '#ui/overlays/PointMenu.tsx';
import { StatusItems } from './StatusItems.tsx';
import { stopPicking, usePickingStatus } from './statuses.ts';

/** Chooses the status for a chip or a checkbox. It is rendered once above the screens. */
export function StatusPick() {
  const { task, at } = usePickingStatus();
  const fresh = useRow('task', task?.id ?? 0);
  // The choice closes if the task is removed, and does not reopen with it.
  useEffect(() => {
    if (task && !fresh) stopPicking();
  }, [task, fresh]);
  if (!fresh) return null;
  return (
    <PointMenu at={at} label={t('flow.status')} onClose={stopPicking}>
      <StatusItems task={fresh} />
    </PointMenu>
  );
}
