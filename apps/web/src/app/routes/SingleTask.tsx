import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { DialogOverScreen } from '#app/overlays/DialogOverScreen.tsx';
import { MissingModal } from '#app/overlays/MissingModal.tsx';
import { useOverlays } from '#app/overlays/overlays.ts';
import { PersonCard } from '#app/overlays/PersonCard.tsx';
import { TaskModals } from '#app/overlays/TaskModals.tsx';
import { SessionModal } from '#app/session/SessionModal.tsx';
import { useSession } from '#app/session/useSession.ts';
import { ConnectionBanner } from '#app/shell/ConnectionBanner.tsx';
import classes from '#app/shell/Shell.module.css';
import { ContentScreen } from '#features/tasks/description/ContentScreen.tsx';
import { TaskScreen } from '#features/tasks/TaskScreen.tsx';
import { t } from '#sync/language.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { storedToken } from '#sync/token.ts';
import { ProblemModal } from '#ui/overlays/ProblemModal.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { NotFound } from './NotFound.tsx';

/** A task without the frame, or only its description. Copied links lead here. */
export function SingleTask({ only }: { only?: 'content' }) {
  const location = useLocation();
  const id = Number(useParams()['taskId']);
  if (!storedToken()) {
    return <Navigate to={`/login?from=${encodeURIComponent(location.pathname + location.search)}`} replace />;
  }
  return Number.isInteger(id) && id > 0 ? <OneTask id={id} only={only} /> : <NotFound />;
}

function OneTask({ id, only }: { id: number; only: 'content' | undefined }) {
  useSession();
  const state = useClientState();
  const openPerson = useOverlays((state) => state.openPerson);
  const navigate = useNavigate();
  return (
    <div className={classes.column} style={{ height: '100%' }}>
      <ConnectionBanner state={state} />
      <main className={classes.main}>
        {only === 'content' ? (
          <ContentScreen taskId={id} onClose={() => void navigate('/manage/dashboard')} />
        ) : (
          <TaskScreen
            taskId={id}
            onOpen={(taskId) => void navigate(`/single/task/${taskId}`, { replace: true })}
            onClose={() => void navigate('/manage/dashboard')}
            onPerson={openPerson}
          />
        )}
      </main>
      <DialogOverScreen />
      <PersonCard />
      <TaskModals />
      <QuestionModal cancelLabel={t('action.cancel')} />
      <MissingModal />
      <SessionModal />
      <ProblemModal title={t('problem.title')} closeLabel={t('action.close')} />
    </div>
  );
}
