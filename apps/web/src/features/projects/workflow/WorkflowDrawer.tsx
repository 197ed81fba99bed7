import { columnsOf } from '@atrium/client/store/select.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFlow } from '#entities/task/status/statuses.ts';
import { deleteFlow, saveFlow } from '#features/projects/project.actions.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { askFirst } from '#ui/overlays/ask.ts';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { FlowPicture } from './FlowPicture.tsx';
import { StatusSettings } from './StatusSettings.tsx';
import classes from './Workflow.module.css';
import { WorkflowRow } from './WorkflowRow.tsx';
import {
  type Draft,
  defaultDraft,
  draftOf,
  MAX_STATUSES,
  problemOf,
  wireOf,
  withChangedStatus,
  withMovedStatus,
  withoutStatus,
  withStatus,
  withToggledTurn,
} from './workflowDraft.ts';

/**
 * A project's workflow: its statuses in order, their transitions, and a picture. Nothing applies before it is saved.
 */
export function WorkflowDrawer({ project, onClose }: { project: Project; onClose: () => void }) {
  const items = useFlow(project.id);
  const columns = useSelect(['column'], (store) => columnsOf(store, project.id), [project.id]);
  // The workflow as edited here; null until then, so that saves by others are shown.
  const [edited, setEdited] = useState<Draft | null>(null);
  const [active, setActive] = useState(0);
  const [settings, setSettings] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const draft = edited ?? draftOf(items);
  const problem = edited ? problemOf(draft) : '';
  const set = draft.find((item) => item.id === settings);

  const close = async () => {
    const isSure =
      !edited ||
      (await askFirst({
        title: t('flow.unsaved'),
        text: t('flow.unsaved_ask'),
        action: t('action.discard'),
        isDangerous: true,
      }));
    if (isSure) onClose();
  };
  const save = async () => {
    setSaving(true);
    const saved = await saveFlow(project.id, wireOf(draft));
    setSaving(false);
    if (!saved) return;
    notify(t('flow.saved'));
    setEdited(null);
  };
  const remove = async () => {
    const text = t('flow.delete_ask', { name: project.name });
    if (!(await askFirst({ title: t('flow.delete'), text, action: t('flow.delete'), isDangerous: true }))) return;
    if (await deleteFlow(project.id)) setEdited(null);
  };

  return (
    <Drawer opened onClose={() => void close()} position="right" size={1040} title={t('flow.title')}>
      {draft.length === 0 ? (
        <EmptyState
          drawing="board"
          text={t('flow.none')}
          action={{ label: t('flow.create'), run: () => setEdited(defaultDraft()) }}
        />
      ) : (
        <>
          <FlowPicture draft={draft} active={active || (draft[0]?.id ?? 0)} />
          <p className={classes.kindHelp}>{t('flow.kinds_hint')}</p>
          <ul className={classes.rows} aria-label={t('flow.statuses')}>
            {draft.map((item) => (
              <WorkflowRow
                key={item.id}
                item={item}
                draft={draft}
                onActive={() => setActive(item.id)}
                onChange={(fields) => setEdited(withChangedStatus(draft, item.id, fields))}
                onTurn={(to) => setEdited(withToggledTurn(draft, item.id, to))}
                onMove={(id, to) => setEdited(withMovedStatus(draft, id, to))}
                onSettings={() => setSettings(item.id)}
                onRemove={() => setEdited(withoutStatus(draft, item.id))}
              />
            ))}
          </ul>
          {draft.length < MAX_STATUSES && (
            <Button
              variant="subtle"
              mt="xs"
              leftSection={<IconPlus size={16} />}
              onClick={() => setEdited(withStatus(draft, t('flow.new_status')))}
            >
              {t('flow.add')}
            </Button>
          )}
          <div className={classes.foot}>
            {items.length > 0 && (
              <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
                {t('flow.delete')}
              </Button>
            )}
            <span className={classes.problem} role="status">
              {problem}
            </span>
            <Button variant="subtle" color="gray" disabled={!edited} onClick={() => setEdited(null)}>
              {t('flow.restore')}
            </Button>
            <Button loading={isSaving} disabled={!edited || problem !== ''} onClick={() => void save()}>
              {t('action.save')}
            </Button>
          </div>
        </>
      )}
      {set && (
        <StatusSettings
          item={set}
          columns={columns}
          projectId={project.id}
          onChange={(fields) => setEdited(withChangedStatus(draft, set.id, fields))}
          onClose={() => setSettings(0)}
        />
      )}
    </Drawer>
  );
}
