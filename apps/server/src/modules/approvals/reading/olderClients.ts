import type { findParticipant } from '@atrium/contract/approvals/lists.ts';
import type { ApprovalDetail, ApprovalStep } from '@atrium/contract/approvals/request.ts';
import { APPROVAL_STATES } from '@atrium/contract/approvals/request.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { wireTime } from '#platform/time/time';
import type { ApprovalRecord, EntryRow } from '../running/run.queries.ts';

/** A request as older clients know it. */

type Person = ApprovalDetail['people'][number];
type NodeInfo = ApprovalDetail['node_infos'][number];
type Participant = OutputOf<typeof findParticipant>[number];

const NOBODY: Person = { userid: 1, nickname: '', userimg: '' };
const { approved: APPROVED, withdrawn: WITHDRAWN } = APPROVAL_STATES;

export function nodeInfosOf(
  row: ApprovalRecord,
  steps: readonly ApprovalStep[],
  people: readonly Person[],
): NodeInfo[] {
  const find = (userid: number) => people.find((each) => each.userid === userid) ?? NOBODY;
  const own = find(row.userid);
  const start = node({ node_id: 'start', type: 'starter', aprover_type: 'start', people: [own], is_finished: true });
  const middle = steps.map((step, index) =>
    node({
      node_id: step.node_id || `step${step.id}`,
      type: step.kind === 'copy' ? 'notifier' : 'approver',
      aprover_type: step.kind === 'copy' ? 'notifier' : 'approver',
      people: step.people.map(({ userid }) => find(userid)),
      is_finished: step.ended_at !== null,
      claim_time: step.ended_at,
      act_type: step.mode === 'one' ? 'or' : 'and',
      identitylink: linkOf(step, index + 1, find),
    }),
  );
  const ending = node({
    node_id: 'end',
    type: 'end',
    aprover_type: 'end',
    people: [],
    is_finished: row.state >= APPROVED,
  });
  return [
    start,
    ...middle,
    ...(row.state === WITHDRAWN ? [{ ...start, node_id: 'withdraw', claim_time: wireTime(row.end_at) }] : []),
    ending,
  ];
}

function node(
  of: Pick<NodeInfo, 'node_id' | 'type' | 'aprover_type' | 'is_finished'> &
    Partial<Pick<NodeInfo, 'claim_time' | 'act_type' | 'identitylink'>> & { people: readonly Person[] },
): NodeInfo {
  const { people, claim_time = null, act_type = 'or', identitylink = null, ...rest } = of;
  return {
    ...rest,
    settype: 1,
    approver: people.map(({ nickname }) => nickname).join(','),
    aprover_id: people.map(({ userid }) => userid).join(','),
    member_count: people.length,
    level: 0,
    act_type,
    node_user_list: people.map(({ userid, nickname, userimg }) => ({
      name: nickname,
      target_id: userid,
      type: 1,
      userimg,
    })),
    userimg: people[0]?.userimg ?? '',
    claim_time,
    identitylink,
  };
}

function linkOf(step: ApprovalStep, place: number, find: (userid: number) => Person): Participant | null {
  const acted = step.people.find(({ state }) => state === 2 || state === 3);
  return acted ? participantOf(step, place, acted, find) : null;
}

function participantOf(
  step: ApprovalStep,
  place: number,
  { userid, state }: ApprovalStep['people'][number],
  find: (userid: number) => Person,
): Participant {
  const person = find(userid);
  return {
    ...person,
    username: person.nickname,
    state: state === 2 ? 1 : state === 3 ? 2 : 0,
    type: step.kind === 'copy' ? 'notifier' : state === 1 ? 'candidate' : 'participant',
    step: place,
    comment: '',
    is_system: false,
  };
}

/** The people who are or were asked, or were informed. */
export const participantsOf = ({ steps, people, entries }: ApprovalDetail): Participant[] => {
  const find = (userid: number) => people.find((each) => each.userid === userid) ?? NOBODY;
  return steps.flatMap((step, index) =>
    step.people
      .filter(({ state }) => state >= 1 && state <= 3)
      .map((each) => ({
        ...participantOf(step, index + 1, each, find),
        comment: entries.findLast((entry) => entry.step_id === step.id && entry.userid === each.userid)?.comment ?? '',
        is_system: entries.some(
          (entry) => entry.step_id === step.id && entry.act === 'skip' && entry.userids.includes(each.userid),
        ),
      })),
  );
};

export const globalComments = (entries: readonly EntryRow[]): ApprovalDetail['global_comments'] =>
  entries
    .filter(({ act }) => act === 'comment')
    .map(({ id, userid, comment, pictures, created_at }) => ({
      id,
      user_id: userid,
      content: JSON.stringify({ content: comment, pictures }),
      created_at: wireTime(created_at),
    }));
