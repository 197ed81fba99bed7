import { useNavigate } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { YearScreen } from '#features/yearReview/YearScreen.tsx';

export function YearRoute() {
  const { openTask, openPerson } = useOverlays();
  const navigate = useNavigate();
  return (
    <YearScreen
      onBack={() => void navigate('/manage/application')}
      onTask={openTask}
      onProject={(id) => void navigate(`/manage/project/${id}`)}
      onPerson={openPerson}
    />
  );
}
