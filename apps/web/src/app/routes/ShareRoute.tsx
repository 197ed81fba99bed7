import { useLocation, useNavigate } from 'react-router';
import { openPerson } from '#features/messenger/messenger.actions.ts';
import { ShareScreen } from '#features/share/ShareScreen.tsx';

export function ShareRoute() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    // Files that the system opens arrive while the screen is there: it reads again.
    <ShareScreen
      key={key}
      onPerson={openPerson}
      onDialog={(id) => void navigate(`/manage/messenger?dialog=${id}`, { replace: true })}
      onLeave={() => void navigate('/manage/dashboard', { replace: true })}
    />
  );
}
