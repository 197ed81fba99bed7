import { Suspense } from 'react';
import { SendTaskModal } from '#entities/message/SendTaskModal.tsx';
import { useMovingTask } from '#entities/task/movingTask.ts';
import { StatusPick } from '#entities/task/StatusPick.tsx';
import { MoveTaskModal } from './modals.ts';

/** What acting on a task asks for, wherever one is shown: to whom, which status, where to. */
export function TaskModals() {
  const isMoving = useMovingTask((state) => state.task !== null);
  return (
    <>
      <SendTaskModal />
      <StatusPick />
      <Suspense>{isMoving && <MoveTaskModal />}</Suspense>
    </>
  );
}
