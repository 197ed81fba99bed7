import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Tag } from '@atrium/contract/projects/tags.ts';
import { ActionIcon, Button, Group, Skeleton, TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTags } from '#entities/task/menu/useTags.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { Samples } from '#features/projects/overview/Samples.tsx';
import { addTags, sampleTags } from '#features/projects/overview/sampleSets.ts';
import { deleteTag, saveTag } from '#features/projects/project.actions.ts';
import classes from '#features/projects/workflow/Workflow.module.css';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { askFirst } from '#ui/overlays/ask.ts';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import { COLUMN_COLORS } from '#ui/palette.ts';
import drawers from './ProjectDrawers.module.css';

const COLORS = COLUMN_COLORS.filter((color) => color.value !== '');

/** A project's tags: everyone adds, a tag's creator and the project's owner edit it. */
export function TagsDrawer({ project, onClose }: { project: Project; onClose: () => void }) {
  const me = useMe();
  const { tags, reload } = useTags(project.id);
  const [editing, setEditing] = useState<Tag | 'new' | null>(null);
  const remove = async (tag: Tag) => {
    const text = t('tag.remove_ask', { name: tag.name });
    if (!(await askFirst({ title: t('tag.remove'), text, action: t('tag.remove'), isDangerous: true }))) return;
    if (await deleteTag(tag.id)) reload();
  };
  return (
    <Drawer opened onClose={onClose} position="right" size={720} title={t('task.tags')}>
      {!tags && [1, 2, 3].map((each) => <Skeleton key={each} h={40} mb={8} radius="md" />)}
      {tags?.length === 0 && editing === null && (
        <EmptyState
          drawing="board"
          text={t('tag.none')}
          action={{ label: t('tag.add'), run: () => setEditing('new') }}
        />
      )}
      <ul className={drawers.list}>
        {tags?.map((tag) => (
          <li key={tag.id} className={drawers.row}>
            {editing !== 'new' && editing?.id === tag.id ? (
              <TagForm project={project} tag={tag} onClose={() => setEditing(null)} onSaved={reload} />
            ) : (
              <>
                <span className={classes.swatch} style={{ backgroundColor: tag.color, flex: 'none' }} />
                <span className={drawers.text}>
                  <span className={drawers.name}>{tag.name}</span>
                  <small>{tag.desc}</small>
                </span>
                {(project.owner === 1 || tag.userid === me) && (
                  <>
                    <ActionIcon aria-label={t('tag.edit_named', { name: tag.name })} onClick={() => setEditing(tag)}>
                      <IconPencil size={16} stroke={1.75} />
                    </ActionIcon>
                    <ActionIcon
                      color="red"
                      aria-label={t('tag.remove_named', { name: tag.name })}
                      onClick={() => void remove(tag)}
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
      {editing === 'new' && <TagForm project={project} onClose={() => setEditing(null)} onSaved={reload} />}
      {editing === null && (tags?.length ?? 0) > 0 && (
        <Button variant="subtle" mt="sm" onClick={() => setEditing('new')}>
          {t('tag.add')}
        </Button>
      )}
      {editing === null && tags && (
        <Samples
          samples={sampleTags}
          taken={tags.map(({ name }) => name)}
          onAdd={async (chosen) => {
            await addTags(project.id, [...chosen]);
            reload();
          }}
        />
      )}
    </Drawer>
  );
}

interface FormProps {
  project: Project;
  tag?: Tag;
  onClose: () => void;
  onSaved: () => void;
}

function TagForm({ project, tag, onClose, onSaved }: FormProps) {
  const [name, setName] = useState(tag?.name ?? '');
  const [desc, setDesc] = useState(tag?.desc ?? '');
  const [color, setColor] = useState<string>(tag?.color ?? COLORS[8]?.value ?? '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fields = { project_id: project.id, name: name.trim(), desc: desc.trim(), color };
    if (!(await saveTag(tag ? { ...fields, id: tag.id } : fields))) return;
    onSaved();
    onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ flex: 1, padding: '8px 0' }}>
      <Group gap="sm" align="flex-end" mb="sm">
        <TextInput
          data-autofocus
          label={t('tag.name')}
          required
          withAsterisk={false}
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          flex={1}
          label={t('project.desc')}
          maxLength={255}
          value={desc}
          onChange={(event) => setDesc(event.currentTarget.value)}
        />
      </Group>
      <div className={classes.swatches} role="radiogroup" aria-label={t('task.color')}>
        {COLORS.map((each) => (
          <UnstyledButton
            key={each.name}
            className={classes.swatch}
            role="radio"
            aria-checked={color === each.value}
            aria-label={t(`color.name_${each.name}`)}
            style={{ backgroundColor: each.value }}
            onClick={() => setColor(each.value)}
          />
        ))}
      </div>
      <Group gap={8} mt="sm">
        <Button type="submit" size="compact-md" disabled={!name.trim()}>
          {t('action.save')}
        </Button>
        <Button size="compact-md" variant="subtle" color="gray" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </Group>
    </form>
  );
}
