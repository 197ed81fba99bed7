import { readQuickLine } from '@atrium/client/projects/quickAdd.ts';
import type { TaskTemplate } from '@atrium/contract/projects/taskExtras.ts';
import { TASK_NAME_CHARS } from '@atrium/contract/projects/tasks.ts';
import { Button, Chip, Group, Loader, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { priorities } from '#entities/task/menu/priorities.ts';
import { usePlaces } from '#entities/task/menu/usePlaces.ts';
import { useTags } from '#entities/task/menu/useTags.ts';
import { useTemplates } from '#entities/task/menu/useTemplates.ts';
import type { NewTaskPreset } from '#entities/task/newTask.ts';
import { QuickTaskPreview } from '#entities/task/quick/QuickTaskPreview.tsx';
import { useQuickWords } from '#entities/task/quick/useQuickWords.ts';
import { BusyHint } from '#entities/task/times/BusyHint.tsx';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRow } from '#sync/store/useStore.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { NewSubtasks } from './NewSubtasks.tsx';
import classes from './NewTask.module.css';
import { NewTaskFields } from './NewTaskFields.tsx';
import {
  beginTask,
  emptyTask,
  inputOf,
  type NewTask,
  sendTask,
  spanQuestion,
  storeDraftTask,
  tidyPictures,
  wholeSpan,
  withTitle,
} from './newTask.actions.ts';
import { OtherTemplates } from './OtherTemplates.tsx';

const DescriptionField = lazyPart(
  async () => (await import('#features/tasks/description/DescriptionField.tsx')).DescriptionField,
);

/** The form for a new task. Its content is stored until it is sent, however the form closes. */
export function NewTaskModal({ wish, onClose }: { wish: NewTaskPreset; onClose: () => void }) {
  const [begun, setTask] = useState(() => beginTask(wish));
  // The number of times that the editor was created: it is created again when its text comes from elsewhere.
  const [round, setRound] = useState(0);
  const levels = useRequest(priorities).data ?? [];
  const usual = levels.find((level) => level.is_default === 1)?.priority ?? 0;
  const task = begun.level === -1 && levels.length > 0 ? { ...begun, level: usual } : begun;
  const { projects } = usePlaces(0);
  const projectId = projects.some(({ id }) => id === task.projectId) ? task.projectId : (projects[0]?.id ?? 0);
  const project = useRow('project', projectId);
  const { columns } = usePlaces(projectId);
  const column = columns.find(({ id }) => id === task.columnId) ?? columns[0];
  const offered = useTags(projectId).tags ?? [];
  const { templates } = useTemplates(projectId);
  const isNarrow = useIsNarrow();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => tidyPictures, []);

  const words = useQuickWords(projectId);
  // The parts of the title besides the name, which are read as in the line of a list.
  const read = readQuickLine(task.name, words, nowDate());

  const change = (fields: Partial<NewTask>) => {
    const next = { ...task, ...fields };
    setTask(next);
    storeDraftTask(next);
  };
  const use = async (template: TaskTemplate) => {
    const isWritten = task.name.trim() !== '' || task.content !== '';
    const isSure = !isWritten || (await askFirst(replaceQuestion(template)));
    if (!isSure) return;
    change({ name: template.title || task.name, content: template.content, templateId: template.id });
    setRound((count) => count + 1);
  };
  // The default template fills an empty form.
  const [first] = templates ?? [];
  const isUntouched = !task.name && !task.content && round === 0;
  useEffect(() => {
    if (!first?.is_default || !isUntouched) return;
    setTask((now) => ({ ...now, name: first.title, content: first.content, templateId: first.id }));
    setRound(1);
  }, [first, isUntouched]);

  const planned = withTitle(task, read);
  const isWrong = task.start !== null && task.end !== null && task.end <= task.start;
  const isReady = task.name.trim() !== '' && column !== undefined && !isWrong && !isAsking;
  const send = async (): Promise<boolean> => {
    if (!isReady) return false;
    const placed = { ...planned, projectId, columnId: column.id };
    const members = new Set(project?.project_user?.map(({ userid }) => userid));
    const priority = levels.find((level) => level.priority === placed.level);
    const input = inputOf(placed, { priority, tags: offered, members });
    setAsking(true);
    const isSure = await okWithParts(placed);
    setAsking(false);
    if (isSure) sendTask(placed, { ...input, ...(wish.isAtTop && { top: true }) });
    return isSure;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send()) onClose();
  };
  const sendAndGoOn = async () => {
    if (!(await send())) return;
    notify(t('task.made', { name: read.name }));
    setTask(emptyTask({ projectId, columnId: column?.id ?? 0 }));
    setRound((count) => count + 1);
  };
  return (
    <Modal opened onClose={onClose} title={t('task.new')} size={640} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Group grow gap="sm">
            <Select
              label={t('task.project')}
              searchable
              allowDeselect={false}
              value={projectId ? String(projectId) : null}
              data={projects.map((each) => ({ value: String(each.id), label: each.name }))}
              onChange={(value) => change({ projectId: Number(value), columnId: 0 })}
            />
            <Select
              label={t('task.column')}
              allowDeselect={false}
              value={column ? String(column.id) : null}
              data={columns.map((each) => ({ value: String(each.id), label: each.name }))}
              onChange={(value) => change({ projectId, columnId: Number(value) })}
            />
          </Group>
          <Group gap={6} role="group" aria-label={t('template.use')}>
            {templates?.map((each) => (
              <Chip key={each.id} size="xs" checked={false} onChange={() => void use(each)}>
                {each.name}
              </Chip>
            ))}
            {projects.length > 1 && <OtherTemplates projectId={projectId} onUse={(template) => void use(template)} />}
          </Group>
          <div>
            <TextInput
              data-autofocus
              label={t('task.name')}
              required
              withAsterisk={false}
              maxLength={TASK_NAME_CHARS}
              value={task.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <QuickTaskPreview task={read} />
          </div>
          <div className={classes.description}>
            <Suspense fallback={<Loader size="xs" />}>
              <DescriptionField
                key={`${round}`}
                begun={task.content}
                onChange={(content) => setTask((now) => keepNow({ ...now, content }))}
              />
            </Suspense>
          </div>
          <NewTaskFields task={task} projectId={projectId} levels={levels} offered={offered} onChange={change} />
          <BusyHint owners={planned.owner} {...wholeSpan(planned)} />
          <NewSubtasks subtasks={task.subtasks} projectId={projectId} onChange={(subtasks) => change({ subtasks })} />
          <Group justify="flex-end" gap={8} className={classes.bar ?? ''}>
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button variant="light" disabled={!isReady} onClick={() => void sendAndGoOn()}>
              {t('task.add_next')}
            </Button>
            <Button type="submit" disabled={!isReady}>
              {t('task.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function keepNow(task: NewTask): NewTask {
  storeDraftTask(task);
  return task;
}

/** Asks before a task is extended to subtasks that are planned beyond its time. Resolves with true to continue. */
async function okWithParts(task: NewTask): Promise<boolean> {
  const question = spanQuestion(task);
  if (!question) return true;
  const title = t('time.change');
  return askFirst({ title, text: t(`time.ask_${question}`, { name: task.name.trim() }), action: title });
}

const replaceQuestion = ({ name }: TaskTemplate) => ({
  title: t('template.use'),
  text: t('template.replace_ask', { name }),
  action: t('template.replace'),
});
