import { Select } from '@mantine/core';
import { useState } from 'react';
import { createIn } from '#entities/message/menu/tasklist.actions.ts';
import { useProjectChoices } from '#entities/message/menu/useChoices.ts';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { showProblem } from '#ui/overlays/problem.ts';
import { ProposedTasksModal } from './ProposedTasksModal.tsx';
import { findTasks } from './writing.actions.ts';

interface Props {
  dialogId: number;
  msgId: number;
  /** The project of the conversation; 0 = none. */
  projectId: number;
  onClose: () => void;
}

/** The tasks that a message asks for, created in a project. */
export function MessageTasksModal({ dialogId, msgId, projectId, onClose }: Props) {
  const projects = useProjectChoices();
  const [project, setProject] = useState(() => String(projectId || projects[0]?.id || ''));
  return (
    <ProposedTasksModal
      title={t('ai.tasks')}
      ask={() => findTasks(msgId)}
      isReady={project !== ''}
      onClose={onClose}
      onCreate={async (tasks) => {
        const { created, problem } = await createIn({ project_id: Number(project), from_dialog_id: dialogId }, tasks);
        if (problem) showProblem(problem);
        if (created > 0) notify(t('ai.tasks_created', { number: created }));
        return problem === '';
      }}
    >
      <Select
        label={t('task.project')}
        data={projects.map((each) => ({ value: String(each.id), label: each.name }))}
        value={project || null}
        allowDeselect={false}
        searchable
        onChange={(value) => setProject(value ?? '')}
      />
    </ProposedTasksModal>
  );
}
