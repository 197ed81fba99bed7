import type { Project } from '@atrium/contract/projects/projects.ts';
import { ExportPanel } from '#entities/export/ExportPanel.tsx';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

export function ExportModal({ project, onClose }: { project: Project; onClose: () => void }) {
  const isNarrow = useIsNarrow();
  return (
    <Modal opened onClose={onClose} title={t('project.export')} size={480} fullScreen={isNarrow}>
      <ExportPanel projectId={project.id} />
    </Modal>
  );
}
