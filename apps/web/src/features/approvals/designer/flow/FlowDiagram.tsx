import type { DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import { APPROVAL_LIMITS, type ApprovalContent, type ApprovalNode } from '@atrium/contract/approvals/definition.ts';
import { MAIN_LINE, nodesIn } from '@atrium/contract/approvals/flow.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsSplit2,
  IconFlag,
  IconGitBranch,
  IconMail,
  IconPlayerPlay,
  IconPlus,
  IconUserCheck,
} from '@tabler/icons-react';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { conditionWords, namedIn, nodeWords, problemWords, whoWords } from '../designWords.ts';
import classes from './Flow.module.css';
import { type Branch, type Direction, END, isSplit, neighbor, type Split, START } from './flowEdit.ts';

export const NODE_ICON: Record<ApprovalNode['type'], typeof IconFlag> = {
  approver: IconUserCheck,
  copy: IconMail,
  condition: IconGitBranch,
  parallel: IconArrowsSplit2,
};
const NODE_TYPES = Object.keys(NODE_ICON) as ApprovalNode['type'][];

/** The parts that a dry run takes, with notes. */
export interface DryRunPath {
  branches: readonly string[];
  /** The notes by node. */
  notes: ReadonlyMap<string, { text: string; isProblem: boolean }>;
}
/** The edits of a diagram; without them, it is only shown. */
export interface Edits {
  onAdd: (type: ApprovalNode['type'], branch: string, after: string) => void;
  onAddBranch: (split: string) => void;
  onRemove: (id: string) => void;
  onMove: (id: string, by: -1 | 1) => void;
  onEdit: (id: string) => void;
}
interface Props {
  content: Pick<ApprovalContent, 'form' | 'flow'>;
  departments: readonly DepartmentInfo[];
  problems: readonly DefinitionProblem[];
  /** The part that the keyboard is at. */
  at: string;
  onAt: (id: string) => void;
  taken?: DryRunPath | undefined;
  edits?: Edits;
}
const Diagram = createContext<Props | null>(null);
function useDiagram(): Props {
  const shared = useContext(Diagram);
  if (!shared) throw new Error('outside a diagram');
  return shared;
}

const WAYS: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/**
 * A flow from top to bottom. One part takes part in the tab order; arrows move between parts, Enter edits, + adds,
 * Delete removes, Alt and an arrow moves.
 */
export function FlowDiagram(props: Props) {
  const { content, at, onAt, edits } = props;
  const { flow } = content;
  const box = useRef<HTMLDivElement>(null);
  const isThere =
    at === START ||
    at === END ||
    flow.some((node) => node.id === at || (isSplit(node) && node.branches.some(({ id }) => id === at)));
  const current = isThere ? at : START;
  // The focus follows the keyboard's place while it is within the diagram.
  useEffect(() => {
    const part = box.current?.querySelector<HTMLElement>(`[data-part="${current}"]`);
    if (!part || !box.current?.contains(document.activeElement)) return;
    if (document.activeElement !== part) part.focus();
    part.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  // A wide diagram begins in its middle. Only sideways: it may be below a form.
  useEffect(() => {
    let around = box.current?.parentElement;
    for (let depth = 0; around && depth < 2; depth += 1, around = around.parentElement) {
      around.scrollTo?.({ left: (around.scrollWidth - around.clientWidth) / 2 });
    }
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const part = (event.target as HTMLElement).dataset.part;
    if (part === undefined || event.ctrlKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way && event.altKey) edits?.onMove(part, way === 'up' || way === 'left' ? -1 : 1);
    else if (way) onAt(neighbor(flow, part, way));
    else if (event.key === 'Home') onAt(START);
    else if (event.key === 'End') onAt(END);
    else if (event.key === 'Delete' || event.key === 'Backspace') edits?.onRemove(part);
    else if (event.key === '+' || event.key === 'Insert') openMenu(box.current, part);
    else return;
    event.preventDefault();
  };
  return (
    <Diagram value={{ ...props, at: current }}>
      <div
        ref={box}
        className={classes.diagram}
        role="group"
        aria-label={t('approval.design.diagram')}
        aria-roledescription={t('approval.design.diagram')}
        onKeyDown={onKeyDown}
      >
        <Part
          id={START}
          kind="end"
          icon={<IconPlayerPlay size={16} stroke={1.75} />}
          title={t('approval.step_start')}
          text=""
        />
        <Line branch={MAIN_LINE} />
        <Part
          id={END}
          kind="end"
          icon={<IconFlag size={16} stroke={1.75} />}
          title={t('approval.design.end')}
          text=""
        />
      </div>
    </Diagram>
  );
}

/** Adds what can follow a part. What follows a split is added below its branches. */
const openMenu = (box: HTMLElement | null, part: string) =>
  box?.querySelector<HTMLElement>(`[data-add="${part}"]`)?.click();

/** The nodes of a branch, each with a place to add after it. */
function Line({ branch }: { branch: string }) {
  const { content } = useDiagram();
  return (
    <div className={classes.line}>
      <Add branch={branch} after="" of={branch === MAIN_LINE ? START : branch} />
      {nodesIn(content.flow, branch).map((node) => (
        <div key={node.id} className={classes.line}>
          {isSplit(node) ? <SplitPart node={node} /> : <NodePart node={node} />}
          <Add branch={branch} after={node.id} of={node.id} />
        </div>
      ))}
    </div>
  );
}

/** The line to the next part, with its button. */
function Add({ branch, after, of }: { branch: string; after: string; of: string }) {
  const { edits, content, at } = useDiagram();
  const isFull = content.flow.length >= APPROVAL_LIMITS.nodes;
  return (
    <div className={classes.add}>
      {edits && !isFull && (
        <DropdownMenu
          position="bottom"
          button={
            // In the tab order beside the current part only: elsewhere arrows lead there.
            <UnstyledButton
              className={classes.plus}
              aria-label={t('approval.design.add_step')}
              tabIndex={at === of ? 0 : -1}
              data-add={of}
            >
              <IconPlus size={14} stroke={2} />
            </UnstyledButton>
          }
        >
          {NODE_TYPES.map((type) => {
            const Icon = NODE_ICON[type];
            return (
              <Menu.Item
                key={type}
                leftSection={<Icon size={16} stroke={1.75} />}
                onClick={() => edits.onAdd(type, branch, after)}
              >
                {nodeWords(type)}
              </Menu.Item>
            );
          })}
        </DropdownMenu>
      )}
    </div>
  );
}

function NodePart({ node }: { node: Exclude<ApprovalNode, Split> }) {
  const { content, departments } = useDiagram();
  const users = useUsers(namedIn(node));
  const Icon = NODE_ICON[node.type];
  const who = whoWords(node.who, content.form, { users, departments });
  const mode = node.type === 'approver' && node.mode !== 'one' ? ` · ${t(`approval.mode.${node.mode}`)}` : '';
  return (
    <Part
      id={node.id}
      kind={node.type}
      icon={<Icon size={16} stroke={1.75} />}
      title={node.name || nodeWords(node.type)}
      text={`${who}${mode}`}
    />
  );
}

function SplitPart({ node }: { node: Split }) {
  const { edits } = useDiagram();
  const Icon = NODE_ICON[node.type];
  const isFull = node.branches.length >= APPROVAL_LIMITS.branches;
  return (
    <div className={classes.split}>
      <Part
        id={node.id}
        kind={node.type}
        icon={<Icon size={16} stroke={1.75} />}
        title={node.name || nodeWords(node.type)}
        text={t(node.type === 'condition' ? 'approval.design.first_match' : 'approval.at_once')}
      />
      {edits && !isFull && (
        <UnstyledButton className={classes.addBranch} tabIndex={-1} onClick={() => edits.onAddBranch(node.id)}>
          <IconPlus size={12} stroke={2} aria-hidden="true" />
          {t('approval.design.add_branch')}
        </UnstyledButton>
      )}
      <div className={classes.branches}>
        {node.branches.map((branch, index) => (
          <div key={branch.id} className={classes.branch}>
            <BranchPart node={node} branch={branch} index={index} />
            <Line branch={branch.id} />
          </div>
        ))}
      </div>
    </div>
  );
}

function BranchPart({ node, branch, index }: { node: Split; branch: Branch; index: number }) {
  const { content, departments } = useDiagram();
  const conditions = branch.conditions ?? [];
  const users = useUsers(namedIn({ conditions }));
  const isLast = index === node.branches.length - 1;
  const words = conditions.map((each) => conditionWords(each, content.form, { users, departments }));
  const text =
    node.type === 'parallel'
      ? ''
      : words.length > 0
        ? words.join(` ${t('approval.design.and')} `)
        : t(isLast ? 'approval.design.else' : 'approval.design.no_condition');
  const name = branch.name || t('approval.design.branch_n', { number: index + 1 });
  return <Part id={branch.id} kind="branch" title={name} text={text} />;
}

interface PartProps {
  id: string;
  kind: ApprovalNode['type'] | 'branch' | 'end';
  icon?: ReactNode;
  title: string;
  text: string;
}
/** A box of the diagram. */
function Part({ id, kind, icon, title, text }: PartProps) {
  const { content, at, onAt, problems, taken, edits } = useDiagram();
  const wrong = problems.filter((each) => each.at === id);
  const note = taken?.notes.get(id);
  const inner = content.flow.filter(isSplit).find((node) => node.id === id)?.branches ?? [];
  const isTaken =
    taken &&
    (kind === 'end' || note !== undefined || [{ id }, ...inner].some((each) => taken.branches.includes(each.id)));
  const kindName = kind === 'branch' ? t('approval.design.branch') : kind === 'end' ? '' : nodeWords(kind);
  const words = [
    kindName === title ? '' : kindName,
    title,
    text === title ? '' : text,
    ...wrong.map(problemWords),
    note?.text,
    taken && !note && kind !== 'end' ? t(isTaken ? 'approval.design.taken' : 'approval.design.not_taken') : '',
  ];
  return (
    <UnstyledButton
      className={classes.part}
      data-part={id}
      data-kind={kind}
      data-wrong={wrong.length > 0 || note?.isProblem || undefined}
      data-taken={taken ? Boolean(isTaken) : undefined}
      aria-label={words.filter(Boolean).join('. ')}
      aria-current={at === id || undefined}
      aria-keyshortcuts={edits && kind !== 'end' ? 'Enter Insert Delete Alt+ArrowUp Alt+ArrowDown' : undefined}
      tabIndex={at === id ? 0 : -1}
      onFocus={() => onAt(id)}
      onClick={() => {
        onAt(id);
        if (kind !== 'end') edits?.onEdit(id);
      }}
    >
      <span className={classes.partTitle}>
        {icon}
        <span className={classes.partName}>{title}</span>
        {wrong.length > 0 && <IconAlertTriangle size={16} stroke={2} className={classes.warn} aria-hidden="true" />}
      </span>
      {text && text !== title && <span className={classes.partText}>{text}</span>}
      {note && <span className={classes.note}>{note.text}</span>}
    </UnstyledButton>
  );
}
