import type { ApprovalCondition, ApprovalNode, ApprovalWho } from '@atrium/contract/approvals/definition.ts';
import { MAIN_LINE, nodesIn } from '@atrium/contract/approvals/flow.ts';

/** A flow as a chain of nodes, as older clients know it. */
interface ResourceNode {
  name: string;
  type: 'start' | 'route' | 'condition' | 'approver' | 'notifier';
  nodeId: string;
  prevId: string;
  childNode?: ResourceNode;
  conditionNodes?: ResourceNode[];
  conditionList?: { columnId: number; showName: string; optType: string; zdy1: string; zdy2: string }[];
  nodeUserList?: { name: string; targetId: number; type: 1 | 3 }[];
  settype?: number;
  directorLevel?: number;
  examineEndDirectorLevel?: number;
  examineMode?: number;
  noHanderAction?: number;
  priorityLevel?: number;
}

export function resourceOf(flow: readonly ApprovalNode[]): string {
  const child = chain(flow, nodesIn(flow, MAIN_LINE), 'start');
  const start: ResourceNode = {
    name: 'start',
    type: 'start',
    nodeId: 'start',
    prevId: '',
    ...(child && { childNode: child }),
  };
  return JSON.stringify(start);
}

function chain(
  flow: readonly ApprovalNode[],
  [node, ...rest]: readonly ApprovalNode[],
  prevId: string,
): ResourceNode | undefined {
  if (!node) return undefined;
  const child = chain(flow, rest, node.id);
  const base = { name: node.name, nodeId: node.id, prevId, ...(child && { childNode: child }) };
  if (node.type === 'condition' || node.type === 'parallel') {
    return {
      ...base,
      type: 'route',
      conditionNodes: node.branches.map((branch, index) => {
        const first = chain(flow, nodesIn(flow, branch.id), branch.id);
        return {
          name: branch.name,
          type: 'condition',
          nodeId: branch.id,
          prevId: node.id,
          priorityLevel: index + 1,
          conditionList: 'conditions' in branch ? branch.conditions.flatMap(conditionOf) : [],
          ...(first && { childNode: first }),
        };
      }),
    };
  }
  return {
    ...base,
    type: node.type === 'copy' ? 'notifier' : 'approver',
    ...peopleOf(node.who),
    ...(node.type === 'approver' && {
      examineMode: node.mode === 'one' ? 1 : 2,
      noHanderAction: node.nobody.rule === 'pass' ? 1 : 2,
    }),
  };
}

function peopleOf(who: ApprovalWho): Partial<ResourceNode> {
  switch (who.kind) {
    case 'people':
      return { settype: 1, nodeUserList: who.userids.map((targetId) => ({ name: '', targetId, type: 1 })) };
    case 'departments':
      return { settype: 1, nodeUserList: who.department_ids.map((targetId) => ({ name: '', targetId, type: 3 })) };
    case 'head':
      return { settype: 2, directorLevel: who.level };
    case 'heads':
      return { settype: 3, examineEndDirectorLevel: who.level === 10 ? 1 : who.level };
    default:
      return { settype: 1, nodeUserList: [] };
  }
}

const OPS = { lt: '1', gt: '2', lte: '3', eq: '4', gte: '5', between: '6' } as const;
function conditionOf(condition: ApprovalCondition): NonNullable<ResourceNode['conditionList']> {
  if (condition.kind === 'initiator') return [{ columnId: 0, showName: '', optType: '', zdy1: '', zdy2: '' }];
  if (condition.kind === 'choice') {
    return [{ columnId: 2, showName: condition.field, optType: '', zdy1: condition.options.join(','), zdy2: '' }];
  }
  if (condition.kind !== 'duration' && condition.kind !== 'number') return [];
  const { field, op, value, to } = condition;
  return [{ columnId: 3, showName: field, optType: OPS[op], zdy1: String(value), zdy2: String(to) }];
}
