import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { openPerson } from '#features/messenger/messenger.actions.ts';
import { t } from '#sync/language.ts';
import { ProblemModal } from '#ui/ProblemModal.tsx';
import { QuestionModal } from '#ui/QuestionModal.tsx';
import { ReturnFocus } from '#ui/ReturnFocus.tsx';
import { MissingModal } from './MissingModal.tsx';
import {
  NewGroupModal,
  NewProjectModal,
  Palette,
  PersonModal,
  SearchModal,
  ShortcutsModal,
  TaskModal,
  UnsentModal,
} from './modals.ts';
import { OwnPasswordModal } from './OwnPasswordModal.tsx';
import { useOverlays } from './overlays.ts';
import { SessionModal } from './SessionModal.tsx';
import { TaskModals } from './TaskModals.tsx';

/** What stands over the screens, in the frame with the sidebar and in a window of its own. */
export function ShellModals() {
  const navigate = useNavigate();
  const overlays = useOverlays();
  const goTo = (path: string, state?: Record<string, unknown>) => {
    overlays.closePerson();
    overlays.closeTask();
    void navigate(path, { state });
  };
  const show = (dialogId: number) => goTo(`/manage/messenger?dialog=${dialogId}`);
  const goToFile = (folderId: number, fileId: number) =>
    goTo(`/manage/file${folderId > 0 ? `/${folderId}` : ''}`, { highlight: fileId });
  const chat = async (userid: number) => {
    const id = await openPerson(userid);
    if (id) show(id);
  };
  return (
    <>
      <Suspense>
        {overlays.taskId !== 0 && (
          <ReturnFocus>
            <TaskModal
              taskId={overlays.taskId}
              onOpen={overlays.openTask}
              onClose={overlays.closeTask}
              onPerson={overlays.openPerson}
            />
          </ReturnFocus>
        )}
        {overlays.personId > 0 && (
          <ReturnFocus>
            <PersonModal
              userid={overlays.personId}
              onClose={overlays.closePerson}
              onChat={(userid) => void chat(userid)}
              onDialog={show}
            />
          </ReturnFocus>
        )}
        {overlays.shown === 'search' && (
          <ReturnFocus>
            <SearchModal
              text={overlays.searchText}
              onClose={overlays.close}
              onTask={overlays.openTask}
              onProject={(id) => goTo(`/manage/project/${id}`)}
              onMessage={(dialogId, messageId) => goTo(`/manage/messenger?dialog=${dialogId}&msg=${messageId}`)}
              onContact={(userid) => void chat(userid)}
              onFile={goToFile}
            />
          </ReturnFocus>
        )}
        {overlays.shown === 'palette' && (
          <ReturnFocus>
            <Palette
              onClose={overlays.close}
              onTask={overlays.openTask}
              onProject={(id) => goTo(`/manage/project/${id}`)}
              onDialog={show}
              onPerson={(userid) => void chat(userid)}
              onFile={goToFile}
              onSearch={overlays.search}
            />
          </ReturnFocus>
        )}
        {overlays.shown === 'shortcuts' && (
          <ReturnFocus>
            <ShortcutsModal onClose={overlays.close} />
          </ReturnFocus>
        )}
        {overlays.shown === 'unsent' && (
          <ReturnFocus>
            <UnsentModal onClose={overlays.close} />
          </ReturnFocus>
        )}
        {overlays.shown === 'group' && (
          <ReturnFocus>
            <NewGroupModal onClose={overlays.close} onDone={show} />
          </ReturnFocus>
        )}
        {overlays.shown === 'project' && (
          <ReturnFocus>
            <NewProjectModal
              onClose={overlays.close}
              onDone={(id) => {
                overlays.close();
                void navigate(`/manage/project/${id}`);
              }}
            />
          </ReturnFocus>
        )}
      </Suspense>
      <TaskModals />
      <QuestionModal cancelLabel={t('action.cancel')} />
      <MissingModal />
      <OwnPasswordModal />
      <SessionModal />
      <ProblemModal title={t('problem.title')} closeLabel={t('action.close')} />
    </>
  );
}
