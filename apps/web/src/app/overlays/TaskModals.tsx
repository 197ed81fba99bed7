import { Suspense } from 'react';
import { useSendingTask } from '#entities/message/menu/sendingTask.ts';
import { useHandingOver } from '#entities/task/menu/handingOver.ts';
import { useMovingTask } from '#entities/task/menu/movingTask.ts';
import { closeNewTask, useNewTask } from '#entities/task/newTask.ts';
import { StatusPick } from '#entities/task/status/StatusPick.tsx';
import { HandOverModal, MoveTaskModal, NewTaskModal, SendTaskModal } from './modals.ts';

/** The modals of task commands: handing over, choosing a status, moving. */
export function TaskModals() {
  const isMoving = useMovingTask((state) => state.task !== null);
  const isSending = useSendingTask((state) => state.task !== null);
  const isHanding = useHandingOver((state) => state.task !== null);
  const wish = useNewTask((state) => state.wish);
  return (
    <>
      <StatusPick />
      {isSending && (
        <Suspense>
          <SendTaskModal />
        </Suspense>
      )}
      {wish && (
        <Suspense>
          <NewTaskModal wish={wish} onClose={closeNewTask} />
        </Suspense>
      )}
      {isHanding && (
        <Suspense>
          <HandOverModal />
        </Suspense>
      )}
      {isMoving && (
        <Suspense>
          <MoveTaskModal />
        </Suspense>
      )}
    </>
  );
}
