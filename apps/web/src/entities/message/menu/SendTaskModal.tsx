import { t } from '#sync/language.ts';
import { ForwardModal } from './ForwardModal.tsx';
import { sendTask } from './forward.actions.ts';
import { sendTaskTo, useSendingTask } from './sendingTask.ts';

/** Chooses the recipients of a task. It is rendered once above the screens. */
export function SendTaskModal() {
  const task = useSendingTask((state) => state.task);
  if (!task) return null;
  return (
    <ForwardModal
      title={t('forward.task')}
      confirmTitle={t('forward.task_confirm')}
      preview={`#${task.name}`}
      hasSource={false}
      onClose={() => sendTaskTo(null)}
      onSend={(forwarding) => sendTask(task.id, forwarding)}
    />
  );
}
