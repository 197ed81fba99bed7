import type { Project } from '@atrium/contract/projects/projects.ts';
import type { TaskTemplate } from '@atrium/contract/projects/taskExtras.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { ActionIcon, Badge, Button, Group, Skeleton, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPencil,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTemplates } from '#entities/task/menu/useTemplates.ts';
import { Samples } from '#features/projects/overview/Samples.tsx';
import { addTemplates, asHtml, sampleTemplates } from '#features/projects/overview/sampleSets.ts';
import {
  deleteTemplate,
  saveTemplate,
  sortTemplates,
  toggleDefaultTemplate,
  updateProject,
} from '#features/projects/project.actions.ts';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { useSortable } from '#ui/lists/useSortable.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import drawers from './ProjectDrawers.module.css';

/** A project's task templates; the owner edits them, everyone uses them. */
export function TemplatesDrawer({ project, onClose }: { project: Project; onClose: () => void }) {
  const { templates, reload } = useTemplates(project.id);
  const [editing, setEditing] = useState<TaskTemplate | 'new' | null>(null);
  const isOwner = project.owner === 1;
  const remove = async (template: TaskTemplate) => {
    const text = t('template.remove_ask', { name: template.name });
    const isSure = await askFirst({
      title: t('template.remove'),
      text,
      action: t('template.remove'),
      isDangerous: true,
    });
    if (isSure && (await deleteTemplate(template.id))) reload();
  };
  // The default template is first in any order.
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const rows = templates && ordered(templates, order);
  const sorted = rows?.filter((template) => template.is_default === 0) ?? [];
  const moveTo = (ids: readonly number[]) => {
    setOrder(ids);
    void sortTemplates(project.id, ids).then((isSaved) => {
      if (!isSaved) setOrder(null);
      reload();
    });
  };
  const drop = (dragged: number, target: number, isAfter: boolean) => {
    const ids = sorted.map(({ id }) => id).filter((id) => id !== dragged);
    ids.splice(ids.indexOf(target) + (isAfter ? 1 : 0), 0, dragged);
    moveTo(ids);
  };
  const nudge = (id: number, by: 1 | -1) => {
    const ids = sorted.map((template) => template.id);
    const at = ids.indexOf(id);
    ids.splice(at, 1);
    ids.splice(at + by, 0, id);
    moveTo(ids);
  };
  return (
    <Drawer opened onClose={onClose} position="right" size={720} title={t('template.title')}>
      {!templates && [1, 2, 3].map((each) => <Skeleton key={each} h={40} mb={8} radius="md" />)}
      {templates?.length === 0 && editing === null && (
        <EmptyState
          drawing="board"
          text={t('template.none')}
          {...(isOwner && { action: { label: t('template.add'), run: () => setEditing('new') } })}
        />
      )}
      <ul className={drawers.list}>
        {rows?.map((template) => (
          <TemplateRow
            key={template.id}
            template={template}
            onDrop={isOwner && template.is_default === 0 && editing === null ? drop : undefined}
          >
            {editing !== 'new' && editing?.id === template.id ? (
              <TemplateForm project={project} template={template} onClose={() => setEditing(null)} onSaved={reload} />
            ) : (
              <>
                <span className={drawers.text}>
                  <span className={drawers.name}>
                    {template.name}{' '}
                    {template.is_default === 1 && (
                      <Badge size="sm" variant="light">
                        {t('template.default')}
                      </Badge>
                    )}
                  </span>
                  <small className="truncate">
                    {template.title} {plainText(template.content, 'html')}
                  </small>
                </span>
                {isOwner && (
                  <>
                    <ActionIcon
                      aria-label={t('template.default_named', { name: template.name })}
                      aria-pressed={template.is_default === 1}
                      onClick={() => void toggleDefaultTemplate(project.id, template.id).then(reload)}
                    >
                      {template.is_default === 1 ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.75} />}
                    </ActionIcon>
                    <ActionIcon
                      aria-label={t('template.edit_named', { name: template.name })}
                      onClick={() => setEditing(template)}
                    >
                      <IconPencil size={16} stroke={1.75} />
                    </ActionIcon>
                    {template.is_default === 0 && (
                      <>
                        <ActionIcon
                          aria-label={t('template.up_named', { name: template.name })}
                          disabled={sorted[0]?.id === template.id}
                          onClick={() => nudge(template.id, -1)}
                        >
                          <IconArrowUp size={16} stroke={1.75} />
                        </ActionIcon>
                        <ActionIcon
                          aria-label={t('template.down_named', { name: template.name })}
                          disabled={sorted.at(-1)?.id === template.id}
                          onClick={() => nudge(template.id, 1)}
                        >
                          <IconArrowDown size={16} stroke={1.75} />
                        </ActionIcon>
                      </>
                    )}
                    <ActionIcon
                      color="red"
                      aria-label={t('template.remove_named', { name: template.name })}
                      onClick={() => void remove(template)}
                    >
                      <IconTrash size={16} stroke={1.75} />
                    </ActionIcon>
                  </>
                )}
              </>
            )}
          </TemplateRow>
        ))}
      </ul>
      {editing === 'new' && <TemplateForm project={project} onClose={() => setEditing(null)} onSaved={reload} />}
      {isOwner && editing === null && (templates?.length ?? 0) > 0 && (
        <Button variant="subtle" mt="sm" onClick={() => setEditing('new')}>
          {t('template.add')}
        </Button>
      )}
      {isOwner && editing === null && templates && (
        <Samples
          samples={sampleTemplates}
          taken={templates.map(({ name }) => name)}
          onAdd={async (chosen) => {
            await addTemplates(project.id, [...chosen]);
            reload();
          }}
        />
      )}
      {isOwner && (
        <Switch
          mt="lg"
          label={t('template.share')}
          checked={project.task_template_share !== 'close'}
          onChange={(event) =>
            void updateProject({
              project_id: project.id,
              task_template_share: event.currentTarget.checked ? 'open' : 'close',
            })
          }
        />
      )}
    </Drawer>
  );
}

/** Sorts templates by the local order until the server confirms it; newer ones are at the end. */
function ordered(templates: readonly TaskTemplate[], order: readonly number[] | null): readonly TaskTemplate[] {
  if (!order) return templates;
  const placeOf = ({ id, is_default }: TaskTemplate) => (is_default ? -1 : order.indexOf(id) + 1 || order.length + 1);
  return templates.toSorted((a, b) => placeOf(a) - placeOf(b));
}

interface RowProps {
  template: TaskTemplate;
  onDrop: ((dragged: number, target: number, isAfter: boolean) => void) | undefined;
  children: ReactNode;
}

/** A template's row, which is dragged by its handle if this is permitted. */
function TemplateRow({ template: { id }, onDrop, children }: RowProps) {
  const { box, grip, gap, isDragging } = useSortable<HTMLLIElement>(
    'template',
    id,
    (dragged, isAfter) => onDrop?.(dragged, id, isAfter),
    onDrop !== undefined,
  );
  return (
    <li ref={box} className={drawers.row} data-dragging={isDragging || undefined} data-gap={gap ?? undefined}>
      {onDrop && (
        <span ref={grip} className={drawers.grip} title={t('flow.drag')}>
          <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
        </span>
      )}
      {children}
    </li>
  );
}

interface FormProps {
  project: Project;
  template?: TaskTemplate;
  onClose: () => void;
  onSaved: () => void;
}

function TemplateForm({ project, template, onClose, onSaved }: FormProps) {
  const before = template ? plainText(template.content, 'html') : '';
  const [fields, setFields, done] = useStoredInput(`template_${project.id}_${template?.id ?? 'new'}`, {
    name: template?.name ?? '',
    title: template?.title ?? '',
    text: before,
  });
  const { name, title, text } = fields;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Formatting that was made elsewhere stays unless the text is changed here.
    const content = text === before ? (template?.content ?? '') : text.trim() ? asHtml(text) : '';
    const wanted = { project_id: project.id, name: name.trim(), title: title.trim(), content };
    if (!(await saveTemplate(template ? { ...wanted, id: template.id } : wanted))) return;
    done();
    onSaved();
    onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ flex: 1, padding: '8px 0' }}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('template.name')}
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          onChange={(event) => setFields({ ...fields, name: event.currentTarget.value })}
        />
        <TextInput
          label={t('template.task_title')}
          maxLength={255}
          value={title}
          onChange={(event) => setFields({ ...fields, title: event.currentTarget.value })}
        />
        <Textarea
          label={t('task.desc')}
          autosize
          minRows={3}
          value={text}
          onChange={(event) => setFields({ ...fields, text: event.currentTarget.value })}
        />
        <Group gap={8}>
          <Button type="submit" size="compact-md" disabled={!name.trim() || (!title.trim() && !text.trim())}>
            {t('action.save')}
          </Button>
          <Button size="compact-md" variant="subtle" color="gray" onClick={onClose}>
            {t('action.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
