import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { ApprovalsScreen } from '#features/approvals/ApprovalsScreen.tsx';
import { PrintedApproval } from '#features/approvals/PrintedApproval.tsx';
import { SingleWindow } from './SingleWindow.tsx';

export function ApprovalsRoute() {
  const { openPerson } = useOverlays();
  return <ApprovalsScreen onPerson={openPerson} />;
}

/** One request in a separate window, as it is printed. */
export function SingleApproval() {
  const { approvalId = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { openPerson } = useOverlays();
  return (
    <SingleWindow>
      <PrintedApproval
        key={approvalId}
        id={Number(approvalId) || 0}
        isPrinting={search.get('print') === 'yes'}
        onPerson={openPerson}
        onOpen={(id) => void navigate(`/single/approve/${id}`)}
      />
    </SingleWindow>
  );
}
