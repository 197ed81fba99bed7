import { Suspense } from 'react';
import { SendTaskModal } from '#entities/message/SendTaskModal.tsx';
import { BusyModal } from '#entities/task/BusyModal.tsx';
import { useMovingTask } from '#entities/task/movingTask.ts';
import { closeNewTask, useNewTask } from '#entities/task/newTask.ts';
import { StatusPick } from '#entities/task/StatusPick.tsx';
import { MoveTaskModal, NewTaskModal } from './modals.ts';

/** What acting on a task asks for, wherever one is shown: to whom, which status, where to. */
export function TaskModals() {
  const isMoving = useMovingTask((state) => state.task !== null);
  const wish = useNewTask((state) => state.wish);
  return (
    <>
      <SendTaskModal />
      <StatusPick />
      <BusyModal />
      <Suspense>{wish && <NewTaskModal wish={wish} onClose={closeNewTask} />}</Suspense>
      <Suspense>{isMoving && <MoveTaskModal />}</Suspense>
    </>
  );
}
