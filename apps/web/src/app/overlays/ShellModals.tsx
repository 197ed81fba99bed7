import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { OwnPasswordModal } from '#app/session/OwnPasswordModal.tsx';
import { SessionModal } from '#app/session/SessionModal.tsx';
import { useFactorDue } from '#app/session/useFactorDue.ts';
import { useUpdate } from '#app/updates/update.ts';
import { useMeeting } from '#entities/meeting/meeting.ts';
import { useRing } from '#entities/meeting/ring.ts';
import { openPerson } from '#features/messenger/messenger.actions.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useMustAddFactor, useMustProve } from '#sync/store/useClient.ts';
import { ProblemModal } from '#ui/overlays/ProblemModal.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { DialogOverScreen } from './DialogOverScreen.tsx';
import { MissingModal } from './MissingModal.tsx';
import {
  HelpDrawer,
  Meetings,
  NewGroupModal,
  NewProjectModal,
  Palette,
  ReminderModal,
  RingNotice,
  SearchModal,
  ShortcutsModal,
  TaskModal,
  UnsentModal,
} from './modals.ts';
import { useOverlays } from './overlays.ts';
import { PersonCard } from './PersonCard.tsx';
import { TaskModals } from './TaskModals.tsx';
import { useTaskAddress } from './useTaskAddress.ts';

const UpdateModal = lazyPart(async () => (await import('#app/updates/UpdateModal.tsx')).UpdateModal);
const ProofModal = lazyPart(async () => (await import('#app/session/ProofModal.tsx')).ProofModal);
const FactorModal = lazyPart(async () => (await import('#app/session/FactorModal.tsx')).FactorModal);

/** Overlays above the screens, in the frame with the sidebar and in separate windows. */
export function ShellModals() {
  const navigate = useNavigate();
  const overlays = useOverlays();
  const closeTask = useTaskAddress();
  const ring = useRing((state) => state.ring);
  const isMeeting = useMeeting(({ wish, inside }) => wish !== null || inside !== '');
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
  useFactorDue();
  const isUpdateShown = useUpdate(({ found }) => found !== null);
  const isProofAsked = useMustProve();
  const isFactorAsked = useMustAddFactor();
  return (
    <>
      {overlays.taskId !== 0 && (
        <Suspense>
          <TaskModal
            taskId={overlays.taskId}
            onOpen={overlays.openTask}
            onClose={closeTask}
            onPerson={overlays.openPerson}
          />
        </Suspense>
      )}
      <DialogOverScreen />
      <PersonCard />
      {overlays.shown === 'search' && (
        <Suspense>
          <SearchModal
            text={overlays.searchText}
            onClose={overlays.close}
            onTask={overlays.openTask}
            onProject={(id) => goTo(`/manage/project/${id}`)}
            onMessage={(dialogId, messageId) => goTo(`/manage/messenger?dialog=${dialogId}&msg=${messageId}`)}
            onContact={(userid) => void chat(userid)}
            onFile={goToFile}
            onPalette={overlays.palette}
          />
        </Suspense>
      )}
      {overlays.shown === 'palette' && (
        <Suspense>
          <Palette
            text={overlays.searchText}
            onClose={overlays.close}
            onTask={overlays.openTask}
            onProject={(id) => goTo(`/manage/project/${id}`)}
            onDialog={show}
            onPerson={(userid) => void chat(userid)}
            onFile={goToFile}
            onHelp={overlays.help}
            onSearch={overlays.search}
          />
        </Suspense>
      )}
      {overlays.shown === 'help' && (
        <Suspense>
          <HelpDrawer />
        </Suspense>
      )}
      {overlays.shown === 'shortcuts' && (
        <Suspense>
          <ShortcutsModal onClose={overlays.close} />
        </Suspense>
      )}
      {overlays.shown === 'reminder' && (
        <Suspense>
          <ReminderModal text={overlays.searchText} onClose={overlays.close} />
        </Suspense>
      )}
      {overlays.shown === 'unsent' && (
        <Suspense>
          <UnsentModal onClose={overlays.close} />
        </Suspense>
      )}
      {overlays.shown === 'group' && (
        <Suspense>
          <NewGroupModal onClose={overlays.close} onDone={show} />
        </Suspense>
      )}
      {overlays.shown === 'project' && (
        <Suspense>
          <NewProjectModal
            onClose={overlays.close}
            onDone={(id) => {
              overlays.close();
              void navigate(`/manage/project/${id}`);
            }}
          />
        </Suspense>
      )}
      {ring && (
        <Suspense>
          <RingNotice key={ring.meetingid} ring={ring} />
        </Suspense>
      )}
      {isMeeting && (
        <Suspense>
          <Meetings />
        </Suspense>
      )}
      <TaskModals />
      <QuestionModal cancelLabel={t('action.cancel')} />
      <MissingModal />
      {isUpdateShown && (
        <Suspense>
          <UpdateModal />
        </Suspense>
      )}
      <OwnPasswordModal />
      <Suspense>
        {isProofAsked && <ProofModal />}
        {isFactorAsked && <FactorModal />}
      </Suspense>
      <SessionModal />
      <ProblemModal title={t('problem.title')} closeLabel={t('action.close')} />
    </>
  );
}
