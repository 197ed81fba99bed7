import type { ApprovalPlan } from '@atrium/contract/approvals/forms.ts';
import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { MEMBER_STATES } from '@atrium/contract/approvals/request.ts';
import {
  IconArrowForwardUp,
  IconCheck,
  IconCircleDot,
  IconClock,
  IconMinus,
  IconSend,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react';
import { durationWords } from '#entities/date/durationWords.ts';
import { fullTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { nowMs } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import classes from './Approval.module.css';

type State = 'waiting' | 'open' | 'passed' | 'refused' | 'skipped';
/** A step of a path, which is planned or runs. */
export interface PathStep {
  key: number;
  name: string;
  kind: 'approver' | 'copy';
  mode: 'one' | 'all' | 'sequence';
  state: State;
  after: readonly number[];
  people: readonly { userid: number; nickname: string; state: number; insteadOf: string }[];
  note: string;
  isLate: boolean;
}

/** The steps of a request, those so far and those to come. */
export function stepsOf({ steps, people }: Pick<ApprovalDetail, 'steps' | 'people'>): PathStep[] {
  const nameOf = (userid: number) => people.find((each) => each.userid === userid)?.nickname ?? '';
  return steps.map((step) => ({
    key: step.id,
    name: step.name,
    kind: step.kind,
    mode: step.mode,
    state: step.state,
    after: step.after,
    people: step.people.map(({ userid, state, instead_of }) => ({
      userid,
      nickname: nameOf(userid),
      state,
      insteadOf: instead_of > 0 ? nameOf(instead_of) : '',
    })),
    ...noteOf(step),
  }));
}

function noteOf({ state, opened_at, ended_at, due_at, people }: ApprovalDetail['steps'][number]) {
  if (ended_at) {
    if (state === 'skipped' && people.length === 0) return { note: t('approval.nobody_needed'), isLate: false };
    return { note: fullTime(ended_at), isLate: false };
  }
  if (!opened_at || state !== 'open') {
    return { note: people.length === 0 ? t('approval.nobody_needed') : '', isLate: false };
  }
  const isLate = due_at !== null && parseWire(due_at).getTime() < nowMs();
  const seconds = (nowMs() - parseWire(opened_at).getTime()) / 1000;
  const note = isLate ? t('approval.late') : t('approval.waiting_for', { time: durationWords(seconds) });
  return { note, isLate };
}

const FOUND = {
  nobody: 'approval.nobody_needed',
  replaced: 'approval.replaced',
  repeated: 'approval.repeated',
} as const;
/** Explains a planned step whose people differ from its definition; '' otherwise. */
export const foundWords = ({ found }: Pick<ApprovalPlan['steps'][number], 'found'>): string =>
  found === 'found' ? '' : t(FOUND[found]);

/** The steps that a request would take. */
export function planSteps({ steps, people }: Pick<ApprovalPlan, 'steps' | 'people'>): PathStep[] {
  return steps.map((step, index) => ({
    key: index,
    name: step.name,
    kind: step.kind,
    mode: step.mode,
    state: 'waiting',
    after: step.after,
    people: step.userids.map((userid) => ({
      userid,
      nickname: people.find((each) => each.userid === userid)?.nickname ?? '',
      state: MEMBER_STATES.later,
      insteadOf: '',
    })),
    note: foundWords(step),
    isLate: false,
  }));
}

/** Groups steps that run at the same time, which are drawn together. */
function groupsOf(steps: readonly PathStep[]): PathStep[][] {
  const groups: { depth: number; steps: PathStep[] }[] = [];
  const depths = new Map<number, number>();
  for (const step of steps) {
    const depth = Math.max(-1, ...step.after.map((key) => depths.get(key) ?? -1)) + 1;
    depths.set(step.key, depth);
    const group = groups.find((each) => each.depth === depth);
    if (group) group.steps.push(step);
    else groups.push({ depth, steps: [step] });
  }
  return groups.toSorted((a, b) => a.depth - b.depth).map((group) => group.steps);
}

interface Props {
  /** The initiator, and the time of the submission. */
  start: { userid: number; note: string } | null;
  steps: readonly PathStep[];
  /** The outcome; '' while it runs. */
  end: string;
}

/** The path of a request, from its initiator to its end. */
export function PathList({ start, steps, end }: Props) {
  return (
    <ol className={classes.path} aria-label={t('approval.path')}>
      {start && (
        <li className={classes.step}>
          <span className={classes.mark} data-state="passed">
            <IconSend size={13} stroke={2} aria-hidden="true" />
          </span>
          <div className={classes.stepHead}>
            <span className={classes.stepName}>{t('approval.step_start')}</span>
            <span className={classes.note}>{start.note}</span>
          </div>
          <ul className={classes.people}>
            <PersonLine userid={start.userid} nickname="" state={SUBMITTED} insteadOf="" />
          </ul>
        </li>
      )}
      {groupsOf(steps).map(([first, ...others]) =>
        first && others.length === 0 ? (
          <li key={first.key} className={classes.step}>
            <StepLines step={first} />
          </li>
        ) : (
          first && (
            <li key={first.key} className={classes.step}>
              <span className={classes.mark} data-state={stateOf([first, ...others])}>
                <IconCircleDot size={13} stroke={2} aria-hidden="true" />
              </span>
              <div className={classes.stepHead}>
                <span className={classes.stepName}>{t('approval.at_once')}</span>
              </div>
              <ul className={`${classes.path} ${classes.together}`}>
                {[first, ...others].map((step) => (
                  <li key={step.key} className={classes.step}>
                    <StepLines step={step} />
                  </li>
                ))}
              </ul>
            </li>
          )
        ),
      )}
      {end && (
        <li className={classes.step}>
          <span className={classes.mark}>
            <IconCheck size={13} stroke={2} aria-hidden="true" />
          </span>
          <div className={classes.stepHead}>
            <span className={classes.stepName}>{end}</span>
          </div>
        </li>
      )}
    </ol>
  );
}

const stateOf = (steps: readonly PathStep[]): State =>
  steps.find(({ state }) => state === 'open')?.state ?? steps[0]?.state ?? 'waiting';

const MARKS = {
  waiting: IconClock,
  open: IconCircleDot,
  passed: IconCheck,
  refused: IconX,
  skipped: IconMinus,
} as const;

function StepLines({ step }: { step: PathStep }) {
  const Mark = step.kind === 'copy' ? IconSend : MARKS[step.state];
  return (
    <>
      <span
        className={classes.mark}
        data-state={step.kind === 'copy' && step.state !== 'passed' ? 'waiting' : step.state}
      >
        <Mark size={13} stroke={2} aria-hidden="true" />
      </span>
      <div className={classes.stepHead}>
        <span className={classes.stepName}>
          {step.name || t(step.kind === 'copy' ? 'approval.copy' : 'approval.approver')}
        </span>
        <span className={classes.note}>
          {step.kind === 'copy' ? t('approval.copy') : step.people.length > 1 ? t(`approval.mode.${step.mode}`) : ''}
        </span>
        <span className={`${classes.note} ${step.isLate ? classes.late : ''}`}>{step.note}</span>
        <span className="visually-hidden">{t(`approval.step_${step.state}`)}</span>
      </div>
      {step.people.length > 0 && (
        <ul className={classes.people}>
          {step.people.map((person, index) => (
            // The index is part of the key, because a step that was passed on and back has the same person twice.
            <PersonLine key={`${person.userid} ${index}`} {...person} />
          ))}
        </ul>
      )}
    </>
  );
}

const { pending, passed, refused, left } = MEMBER_STATES;
/** The state of the initiator, who has decided nothing. */
const SUBMITTED = -1;
function PersonLine({ userid, nickname, state, insteadOf }: PathStep['people'][number]) {
  const user = useUser(userid);
  const words =
    state === passed
      ? t('approval.did_approve')
      : state === refused
        ? t('approval.did_refuse')
        : state === left
          ? t('approval.did_pass_on')
          : state === pending
            ? t('approval.is_asked')
            : '';
  return (
    <li className={classes.person} data-faint={![passed, pending, refused, SUBMITTED].includes(state) || undefined}>
      <UserAvatar user={user} size={20} />
      <span className="truncate">{user?.nickname ?? nickname}</span>
      {insteadOf && <span className={classes.note}>{t('approval.instead_of', { name: insteadOf })}</span>}
      {state === passed && <IconUserCheck size={14} stroke={2} color="var(--green)" aria-hidden="true" />}
      {state === refused && <IconX size={14} stroke={2} color="var(--red)" aria-hidden="true" />}
      {state === left && <IconArrowForwardUp size={14} stroke={2} aria-hidden="true" />}
      {state === pending && <IconClock size={14} stroke={2} color="var(--amber)" aria-hidden="true" />}
      {words && <span className="visually-hidden">{words}</span>}
    </li>
  );
}
