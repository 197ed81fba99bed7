import { useNavigate, useParams } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { ReportEditor } from '#features/reports/ReportEditor.tsx';
import { ReportView } from '#features/reports/ReportView.tsx';
import { NotFound } from './NotFound.tsx';
import { SingleWindow } from './SingleWindow.tsx';

/** One report in a separate window: by its id, or by a shared code. */
export function SingleReport() {
  const { reportDetailId = '' } = useParams();
  const { openPerson } = useOverlays();
  const id = /^\d{1,9}$/.test(reportDetailId) ? Number(reportDetailId) : 0;
  return (
    <SingleWindow>
      <ReportView key={reportDetailId} which={id > 0 ? { id } : { code: reportDetailId }} onPerson={openPerson} />
    </SingleWindow>
  );
}

/** The editor for a report of the signed-in person, or with 0 for today's. */
export function SingleReportEditor() {
  const { reportEditId = '' } = useParams();
  const navigate = useNavigate();
  const id = Number(reportEditId);
  if (!Number.isInteger(id) || id < 0) return <NotFound />;
  return (
    <SingleWindow>
      <ReportEditor
        of={id || 'daily'}
        onBack={() => void navigate(id > 0 ? `/single/report/detail/${id}` : '/manage/report?tab=mine')}
        onDone={(sent) => void navigate(`/single/report/detail/${sent}`, { replace: true })}
      />
    </SingleWindow>
  );
}
