import { Loader } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { DialogPane } from '#entities/dialog/DialogPane.tsx';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { readAbout } from '#entities/inbox/inbox.ts';
import { ApprovalView } from '#features/approvals/ApprovalView.tsx';
import { InboxScreen } from '#features/inbox/InboxScreen.tsx';
import type { Subject } from '#features/inbox/subject.ts';
import { useLoadedDialog } from '#features/messenger/useLoadedDialog.ts';
import { TaskScreen } from '#features/tasks/TaskScreen.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';

/** The inbox, with the subject of the chosen item beside it. */
export function InboxRoute() {
  const { openTask, openPerson } = useOverlays();
  const navigate = useNavigate();
  const modal = useDialogModal();
  const open = ({ kind, id, position }: Subject) => {
    if (kind === 'dialog') modal.open(id, position);
    else if (kind === 'task') openTask(id);
    else void navigate(`/manage/approve/${id}`);
  };
  const show = ({ kind, id, position }: Subject, onClose: () => void): ReactNode => {
    if (kind === 'dialog') return <OpenDialog key={id} id={id} position={position} onPerson={openPerson} />;
    if (kind === 'task') return <OpenTask key={id} id={id} onOpen={openTask} onClose={onClose} onPerson={openPerson} />;
    return (
      <ApprovalView
        key={id}
        id={id}
        onPerson={openPerson}
        onOpen={(other) => void navigate(`/manage/approve/${other}`)}
        onEdit={() => void navigate(`/manage/approve/${id}/edit`)}
        onGone={onClose}
      />
    );
  };
  return <InboxScreen show={show} onOpen={open} onBack={() => void navigate('/manage/application')} />;
}

interface DialogProps {
  id: number;
  position: number;
  onPerson: (userid: number) => void;
}
function OpenDialog({ id, ...props }: DialogProps) {
  const { dialog, problem } = useLoadedDialog(id);
  if (problem) return <EmptyState drawing="lost" text={problem} />;
  return dialog ? <DialogPane dialog={dialog} {...props} /> : <Loader m="auto" />;
}

interface TaskProps {
  id: number;
  onOpen: (taskId: number) => void;
  onClose: () => void;
  onPerson: (userid: number) => void;
}
function OpenTask({ id, ...props }: TaskProps) {
  useEffect(() => readAbout(id), [id]);
  return <TaskScreen taskId={id} {...props} />;
}
