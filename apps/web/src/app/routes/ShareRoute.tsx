import { useLocation, useNavigate } from 'react-router';
import { openPerson } from '#features/messenger/messenger.actions.ts';
import { ShareScreen } from '#features/share/ShareScreen.tsx';

export function ShareRoute() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    // The screen reads again, because files that the system opens may arrive while it is shown.
    <ShareScreen
      key={key}
      onPerson={openPerson}
      onDialog={(id) => void navigate(`/manage/messenger?dialog=${id}`, { replace: true })}
      onLeave={() => void navigate('/manage/dashboard', { replace: true })}
    />
  );
}
