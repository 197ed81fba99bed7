import type { DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import type { ApprovalContent, ApprovalNode } from '@atrium/contract/approvals/definition.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlayerPlay, IconTrash, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { t } from '#sync/language.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from '../Designer.module.css';
import { nodeWords, problemWords } from '../designWords.ts';
import type { Change } from '../useDraft.ts';
import { FlowDiagram } from './FlowDiagram.tsx';
import {
  addBranch,
  END,
  insertNode,
  moveBranch,
  moveNode,
  neighbor,
  newNode,
  type RemovedPart,
  removeBranch,
  removeNode,
  START,
  setNode,
  splitOf,
} from './flowEdit.ts';
import { NodePanel } from './NodePanel.tsx';
import { TryPanel } from './TryPanel.tsx';
import { useDryRun } from './useDryRun.ts';

interface Props {
  content: ApprovalContent;
  departments: readonly DepartmentInfo[];
  problems: readonly DefinitionProblem[];
  at: string;
  onAt: (id: string) => void;
  onChange: Change;
}
const ZOOM = { least: 0.5, most: 1.25, step: 0.25 };

/** The diagram of a flow beside the settings of the selected part, or a dry run. */
export function FlowDesigner({ content, departments, problems, at, onAt, onChange }: Props) {
  const [panel, setPanel] = useState<'' | 'edit' | 'try'>('');
  const [zoom, setZoom] = useState(1);
  const run = useDryRun(content, panel === 'try');
  const { flow } = content;
  const setFlow = (next: (flow: ApprovalContent['flow']) => ApprovalNode[]) =>
    onChange((now) => ({ ...now, flow: next(now.flow) }));
  /** Moves the focus after React has drawn the change. */
  const focus = (selector: string) =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`.${classes.flow} ${selector}`)?.focus());
  const edit = (id: string) => {
    onAt(id);
    setPanel('edit');
    focus(`.${classes.panel} input`);
  };
  const removed = ({ flow: next, restore }: RemovedPart, name: string, to: string) => {
    setFlow(() => next);
    setPanel('');
    onAt(to);
    focus(`[data-part="${to}"]`);
    notify(t('approval.design.step_removed', { name }), {
      action: { label: t('action.undo'), run: () => setFlow(restore) },
    });
  };
  const remove = (id: string) => {
    const node = flow.find((each) => each.id === id);
    if (node) return removed(removeNode(flow, id), node.name || nodeWords(node.type), neighbor(flow, id, 'up'));
    const split = splitOf(flow, id);
    if (!split) return;
    // A condition needs its last branch, and each split two.
    if (split.branches.length < 3 || (split.type === 'condition' && split.branches.at(-1)?.id === id)) {
      return notify(t('approval.design.branch_needed'), { kind: 'error' });
    }
    const name = split.branches.find((each) => each.id === id)?.name || t('approval.design.branch');
    removed(removeBranch(flow, split.id, id), name, split.id);
  };
  const branchTo = (split: string) => {
    const { flow: next, id } = addBranch(flow, split);
    setFlow(() => next);
    edit(id);
  };
  const move = (id: string, by: -1 | 1) => {
    const split = flow.some((node) => node.id === id) ? undefined : splitOf(flow, id);
    setFlow((now) => (split ? moveBranch(now, split.id, id, by) : moveNode(now, id, by)));
    // A part that moved is drawn elsewhere, and loses the focus on the way.
    focus(`[data-part="${id}"]`);
  };
  const close = () => {
    setPanel('');
    focus(`[data-part="${at}"]`);
  };
  const selected = flow.find((each) => each.id === at);
  const branch = selected ? undefined : splitOf(flow, at)?.branches.find((each) => each.id === at);
  const isEditing = panel === 'edit' && (selected !== undefined || branch !== undefined);
  const title =
    panel === 'try' ? t('approval.design.try') : selected ? nodeWords(selected.type) : t('approval.design.branch');
  return (
    <div className={classes.flow}>
      <div className={classes.canvas}>
        <div className={classes.tools}>
          <Button
            size="compact-md"
            variant={panel === 'try' ? 'filled' : 'default'}
            aria-pressed={panel === 'try'}
            leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
            onClick={() => setPanel(panel === 'try' ? '' : 'try')}
          >
            {t('approval.design.try')}
          </Button>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('approval.design.zoom_out')}
            disabled={zoom <= ZOOM.least}
            onClick={() => setZoom(zoom - ZOOM.step)}
          >
            <IconZoomOut size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('approval.design.zoom_in')}
            disabled={zoom >= ZOOM.most}
            onClick={() => setZoom(zoom + ZOOM.step)}
          >
            <IconZoomIn size={18} stroke={1.75} />
          </ActionIcon>
        </div>
        <div className={classes.scroll}>
          <div style={{ zoom }}>
            <FlowDiagram
              content={content}
              departments={departments}
              problems={problems}
              at={at}
              onAt={onAt}
              taken={run.taken}
              edits={{
                onAdd: (type, where, after) => {
                  const node = newNode(flow, type, where);
                  setFlow((now) => insertNode(now, node, after));
                  edit(node.id);
                },
                onAddBranch: branchTo,
                onRemove: remove,
                onMove: move,
                onEdit: edit,
              }}
            />
          </div>
        </div>
        <p className={classes.keys}>{t('approval.design.flow_keys')}</p>
      </div>
      {(isEditing || panel === 'try') && (
        <Side
          title={title}
          onClose={close}
          {...(isEditing && at !== START && at !== END && { onRemove: () => remove(at) })}
        >
          {isEditing &&
            problems
              .filter((each) => each.at === at)
              .map((each) => (
                <p key={each.problem} className={classes.wrong} role="alert">
                  {problemWords(each)}
                </p>
              ))}
          {isEditing ? (
            <NodePanel
              key={at}
              content={content}
              departments={departments}
              id={at}
              onNode={(node) => setFlow((now) => setNode(now, node))}
              onAddBranch={branchTo}
              onOpen={edit}
            />
          ) : (
            <TryPanel form={content.form} departments={departments} run={run} />
          )}
        </Side>
      )}
    </div>
  );
}

interface SideProps {
  title: string;
  onClose: () => void;
  onRemove?: () => void;
  children: ReactNode;
}
/** Beside the diagram; on a phone a sheet over its lower part. */
function Side({ title, onClose, onRemove, children }: SideProps) {
  const isPhone = useIsPhone();
  const bin = onRemove && (
    <ActionIcon aria-label={t('approval.design.remove')} onClick={onRemove}>
      <IconTrash size={18} stroke={1.75} />
    </ActionIcon>
  );
  if (isPhone) {
    return (
      <Drawer
        opened
        position="bottom"
        size="78%"
        onClose={onClose}
        title={title}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        {children}
        {onRemove && (
          <div className={classes.sheetEnd}>
            <Button variant="light" color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onRemove}>
              {t('approval.design.remove')}
            </Button>
          </div>
        )}
      </Drawer>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <aside className={classes.panel} aria-label={title} onKeyDown={onKeyDown}>
      <div className={classes.panelHead}>
        <h2 className={classes.heading}>{title}</h2>
        {bin}
        <ActionIcon aria-label={t('action.close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={classes.panelBody}>{children}</div>
    </aside>
  );
}
