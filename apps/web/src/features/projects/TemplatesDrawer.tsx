import type { Project } from '@atrium/contract/projects.ts';
import type { TaskTemplate } from '@atrium/contract/taskMore.ts';
import { plainText } from '@atrium/richtext/plain.ts';
import { ActionIcon, Badge, Button, Drawer, Group, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTemplates } from '#entities/task/useTemplates.ts';
import { t } from '#sync/language.ts';
import { useKept } from '#sync/useKept.ts';
import { askFirst } from '#ui/ask.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import drawers from './ProjectDrawers.module.css';
import { deleteTemplate, saveTemplate, toggleDefaultTemplate } from './project.actions.ts';
import { Samples } from './Samples.tsx';
import { addTemplates, asHtml, sampleTemplates } from './sampleSets.ts';

/** How tasks of a project may begin; the owner writes them down, everyone uses them. */
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
        {templates?.map((template) => (
          <li key={template.id} className={drawers.row}>
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
          </li>
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
    </Drawer>
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
  const [fields, setFields, done] = useKept(`template_${project.id}_${template?.id ?? 'new'}`, {
    name: template?.name ?? '',
    title: template?.title ?? '',
    text: before,
  });
  const { name, title, text } = fields;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // What somebody formatted elsewhere stays formatted unless its words are changed here.
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
