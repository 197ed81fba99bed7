import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { ContentScreen } from '#features/tasks/ContentScreen.tsx';
import { TaskScreen } from '#features/tasks/TaskScreen.tsx';
import { t } from '#sync/language.ts';
import { storedToken } from '#sync/token.ts';
import { useClientState } from '#sync/useClient.ts';
import { ProblemModal } from '#ui/ProblemModal.tsx';
import { QuestionModal } from '#ui/QuestionModal.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { DialogOverScreen } from './DialogOverScreen.tsx';
import { MissingModal } from './MissingModal.tsx';
import { NotFound } from './NotFound.tsx';
import { useOverlays } from './overlays.ts';
import { PersonCard } from './PersonCard.tsx';
import { SessionModal } from './SessionModal.tsx';
import classes from './Shell.module.css';
import { TaskModals } from './TaskModals.tsx';
import { useSession } from './useSession.ts';

/** One task without the frame, or only what it is about: what a copied link opens. */
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
