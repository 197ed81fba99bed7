import { Suspense, useCallback, useEffect, useRef } from 'react';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { DialogModal } from './modals.ts';
import { useOverlays } from './overlays.ts';

/** The conversation that the address opens over the screen. */
export function DialogOverScreen() {
  const modal = useDialogModal();
  const openPerson = useOverlays((state) => state.openPerson);
  const isOpen = modal.dialogId > 0;
  const newest = useRef(modal);
  newest.current = modal;
  const close = useCallback(() => newest.current.close(), []);
  // The conversation closes when another task opens, because the task would be hidden under it.
  useEffect(() => {
    if (!isOpen) return;
    return useOverlays.subscribe(({ taskId }, before) => {
      if (taskId > 0 && before.taskId > 0 && taskId !== before.taskId) close();
    });
  }, [isOpen, close]);
  if (!isOpen) return null;
  return (
    <Suspense>
      <DialogModal
        dialogId={modal.dialogId}
        position={modal.position}
        onPerson={openPerson}
        onMessenger={() => {
          useOverlays.getState().closeTask();
          modal.toMessenger();
        }}
        onClose={close}
      />
    </Suspense>
  );
}
