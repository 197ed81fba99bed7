/**
 * The state machine of a running request, without a database: `service` loads it under a lock, changes it by one of the
 * functions here, and stores the difference.
 *
 * A step waits until all steps in `after` have ended, then opens. Its people are asked all at once, or one after the
 * other (`sequence`). It passes by one approval (`one`) or by all; one rejection ends the request. When every step has
 * ended, the request is approved. Each function returns what is announced, and refuses with a reason.
 */

export type StepState = 'waiting' | 'open' | 'passed' | 'refused' | 'skipped';
/** The values of the contract's `MEMBER_STATES`. */
export const LATER = 0;
export const PENDING = 1;
export const PASSED = 2;
export const REFUSED = 3;
export const LEFT = 4;
export const SPARED = 5;

export interface Member {
  userid: number;
  state: number;
  instead_of: number;
  acted_at: Date | null;
}
export interface Step {
  /** The id is negative until the step is stored. */
  id: number;
  node: string;
  name: string;
  kind: 'approver' | 'copy';
  mode: 'one' | 'all' | 'sequence';
  state: StepState;
  after: number[];
  members: Member[];
  hours: number;
  is_asked: boolean;
  opened_at: Date | null;
  ended_at: Date | null;
}
export interface Run {
  /** The initiator. */
  userid: number;
  /** One of the contract's `APPROVAL_STATES`. */
  state: number;
  steps: Step[];
}

export interface World {
  now: Date;
  /** Says whether the initiator, and people who have already approved, are asked again. */
  repeats: 'skip' | 'ask';
  isActive: (userid: number) => boolean;
  /** The current deputy of a person; undefined without one. */
  deputyOf: (userid: number) => number | undefined;
  /** The people who decide a step that has lost its own; the step passes if the list is empty. */
  substitutes: (node: string) => readonly number[];
}

/** An action that the system takes between two decisions. */
export interface SystemAction {
  act: 'skip' | 'delegate' | 'replace' | 'copy';
  step: Step;
  userids: number[];
}
export type Outcome =
  | { refused: 'decided' | 'finished' | 'people' | 'return' | 'steps' }
  | { refused?: undefined; happened: SystemAction[] };

const RUNNING = 1;
export const MOST_STEPS = 200;

export const member = (userid: number, state = LATER): Member => ({ userid, state, instead_of: 0, acted_at: null });
const hasEnded = ({ state }: Step) => state === 'passed' || state === 'skipped' || state === 'refused';
export const pendingIn = (step: Step): Member[] =>
  step.state === 'open' ? step.members.filter(({ state }) => state === PENDING) : [];

/** Opens what can be opened, until people are needed or everything has ended. */
export function advance(run: Run, world: World): SystemAction[] {
  const happened: SystemAction[] = [];
  for (let isMoving = true; isMoving && run.state === RUNNING; ) {
    isMoving = false;
    for (const step of run.steps) {
      if (step.state !== 'waiting') continue;
      if (!step.after.every((id) => run.steps.some((each) => each.id === id && hasEnded(each)))) continue;
      openStep(run, step, world, happened);
      isMoving = true;
    }
  }
  if (run.state === RUNNING && run.steps.every(hasEnded)) run.state = 2;
  return happened;
}

function openStep(run: Run, step: Step, world: World, happened: SystemAction[]): void {
  step.opened_at = world.now;
  if (step.kind === 'copy') {
    for (const each of step.members) each.state = world.isActive(each.userid) ? PASSED : SPARED;
    const userids = step.members.filter(({ state }) => state === PASSED).map(({ userid }) => userid);
    end(step, 'passed', world);
    if (userids.length > 0) happened.push({ act: 'copy', step, userids });
    return;
  }
  for (const each of step.members) {
    if (each.state === LATER && !world.isActive(each.userid)) each.state = SPARED;
  }
  const open = () => step.members.filter(({ state }) => state === LATER);
  if (open().length === 0 && !step.members.some(({ state }) => state === PASSED)) {
    const found = world.substitutes(step.node);
    const others = found.filter((userid) => userid !== run.userid);
    const userids = others.length > 0 ? others : found;
    if (userids.length === 0) {
      end(step, 'skipped', world);
      happened.push({ act: 'skip', step, userids: [] });
      return;
    }
    step.mode = 'one';
    step.members.push(...userids.map((userid) => member(userid)));
    happened.push({ act: 'replace', step, userids: [...userids] });
  }
  for (const each of open()) delegate(run, step, each, world, happened);
  if (world.repeats === 'skip' && !step.is_asked) skipRepeated(run, step, world, happened);
  step.state = 'open';
  ask(step, world);
}

/** A deputy decides instead, unless the deputy is the initiator or is asked anyway. */
function delegate(run: Run, step: Step, each: Member, world: World, happened: SystemAction[]): void {
  const deputy = world.deputyOf(each.userid);
  if (deputy === undefined || deputy === run.userid || !world.isActive(deputy)) return;
  if (step.members.some(({ userid, state }) => userid === deputy && state !== LEFT)) return;
  happened.push({ act: 'delegate', step, userids: [each.userid, deputy] });
  each.instead_of = each.userid;
  each.userid = deputy;
}

/**
 * The initiator, and people who approved an earlier step, count as approving. Where one of several people is enough, the
 * others are asked instead.
 */
function skipRepeated(run: Run, step: Step, world: World, happened: SystemAction[]): void {
  const approved = new Set([
    run.userid,
    ...run.steps.flatMap((other) =>
      other === step || other.kind === 'copy'
        ? []
        : other.members.filter(({ state }) => state === PASSED).map(({ userid }) => userid),
    ),
  ]);
  const open = step.members.filter(({ state }) => state === LATER);
  const repeated = open.filter(({ userid }) => approved.has(userid));
  if (repeated.length === 0) return;
  if (step.mode === 'one' && repeated.length < open.length) {
    for (const each of repeated) each.state = SPARED;
    return;
  }
  for (const each of repeated) {
    each.state = PASSED;
    each.acted_at = world.now;
  }
  happened.push({ act: 'skip', step, userids: repeated.map(({ userid }) => userid) });
}

/** Asks the next people of an open step, or ends it. */
function ask(step: Step, world: World): void {
  const later = step.members.filter(({ state }) => state === LATER);
  const pending = step.members.filter(({ state }) => state === PENDING);
  const passed = step.members.some(({ state }) => state === PASSED);
  if ((step.mode === 'one' && passed) || (later.length === 0 && pending.length === 0))
    return end(step, 'passed', world);
  if (step.mode === 'sequence') {
    const [next] = later;
    if (pending.length === 0 && next) next.state = PENDING;
    return;
  }
  for (const each of later) each.state = PENDING;
}

function end(step: Step, state: 'passed' | 'refused' | 'skipped', { now }: World): void {
  step.state = state;
  step.ended_at = now;
  for (const each of step.members) if (each.state === PENDING || each.state === LATER) each.state = SPARED;
}

interface Turn {
  step: Step;
  own: Member;
}
/** The step, and the position of a person who is asked now. */
function turnOf(run: Run, stepId: number, userid: number): Turn | 'decided' | 'finished' {
  if (run.state !== RUNNING) return 'finished';
  const step = run.steps.find(({ id }) => id === stepId);
  const own = step && pendingIn(step).find((each) => each.userid === userid);
  return step && own ? { step, own } : 'decided';
}

export function decide(run: Run, world: World, stepId: number, userid: number, pass: boolean): Outcome {
  const turn = turnOf(run, stepId, userid);
  if (typeof turn === 'string') return { refused: turn };
  turn.own.state = pass ? PASSED : REFUSED;
  turn.own.acted_at = world.now;
  if (!pass) {
    end(turn.step, 'refused', world);
    run.state = 3;
    closeOpen(run, world);
    return { happened: [] };
  }
  const happened: SystemAction[] = [];
  askNext(run, turn.step, world, happened);
  return { happened: [...happened, ...advance(run, world)] };
}

/** Skips the steps that are still open. */
function closeOpen(run: Run, world: World): void {
  for (const step of run.steps) if (step.state === 'open') end(step, 'skipped', world);
}

export function withdraw(run: Run, world: World): Outcome {
  if (run.state > RUNNING) return { refused: 'finished' };
  run.state = 4;
  closeOpen(run, world);
  return { happened: [] };
}

/** All steps that must end before this one. */
export function ancestorsOf(run: Run, step: Step): Step[] {
  const found = new Set<number>();
  const queue = [...step.after];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    queue.push(...(run.steps.find((each) => each.id === id)?.after ?? []));
  }
  return run.steps.filter(({ id }) => found.has(id));
}

/** The steps to which a request can be returned from this one. */
export const returnSteps = (run: Run, step: Step): Step[] =>
  ancestorsOf(run, step).filter(({ kind, state }) => kind === 'approver' && state === 'passed');

/** Returns to an earlier step, which is asked again with all that follow it; 0 = to the initiator. */
export function returnTo(run: Run, world: World, stepId: number, userid: number, to: number): Outcome {
  const turn = turnOf(run, stepId, userid);
  if (typeof turn === 'string') return { refused: turn };
  if (to === 0) {
    run.state = 0;
    for (const step of run.steps) if (!hasEnded(step)) reset(step);
    return { happened: [] };
  }
  const target = returnSteps(run, turn.step).find(({ id }) => id === to);
  if (!target) return { refused: 'return' };
  const again = run.steps.filter((step) => step === target || ancestorsOf(run, step).includes(target));
  for (const step of again) reset(step);
  target.is_asked = true;
  return { happened: advance(run, world) };
}

function reset(step: Step): void {
  step.state = 'waiting';
  step.opened_at = null;
  step.ended_at = null;
  step.members = step.members
    .filter(({ state }) => state !== LEFT)
    .map((each) => ({ ...each, state: LATER, acted_at: null }));
}

/** Lets somebody else decide instead. */
export function transfer(run: Run, world: World, stepId: number, userid: number, to: number): Outcome {
  const turn = turnOf(run, stepId, userid);
  if (typeof turn === 'string') return { refused: turn };
  const { step, own } = turn;
  const isThere = step.members.some((each) => each.userid === to && each.state !== LEFT && each.state !== SPARED);
  if (to === run.userid || !world.isActive(to) || isThere) return { refused: 'people' };
  own.state = LEFT;
  own.acted_at = world.now;
  step.members.splice(step.members.indexOf(own) + 1, 0, member(to, PENDING));
  return { happened: [] };
}

export interface AddedApprovers {
  userids: readonly number[];
  place: 'before' | 'after';
  mode: Step['mode'];
  name: string;
}
/** Adds a step before or after this one. The one who adds stays responsible for their own. */
export function addStep(run: Run, world: World, stepId: number, userid: number, added: AddedApprovers): Outcome {
  const turn = turnOf(run, stepId, userid);
  if (typeof turn === 'string') return { refused: turn };
  const userids = [...new Set(added.userids)];
  if (
    userids.length === 0 ||
    !userids.every((each) => each !== run.userid && each !== userid && world.isActive(each))
  ) {
    return { refused: 'people' };
  }
  if (run.steps.length >= MOST_STEPS) return { refused: 'steps' };
  const { step } = turn;
  const fresh: Step = {
    id: Math.min(0, ...run.steps.map(({ id }) => id)) - 1,
    node: '',
    name: added.name,
    kind: 'approver',
    mode: added.mode,
    state: 'waiting',
    after: added.place === 'before' ? step.after : [step.id],
    members: userids.map((each) => member(each)),
    hours: 0,
    is_asked: true,
    opened_at: null,
    ended_at: null,
  };
  const at = run.steps.indexOf(step);
  if (added.place === 'before') {
    step.after = [fresh.id];
    step.state = 'waiting';
    for (const each of step.members) if (each.state === PENDING) each.state = LATER;
    run.steps.splice(at, 0, fresh);
  } else {
    for (const other of run.steps) {
      if (other !== step && other.after.includes(step.id)) {
        other.after = other.after.map((id) => (id === step.id ? fresh.id : id));
      }
    }
    run.steps.splice(at + 1, 0, fresh);
  }
  return { happened: advance(run, world) };
}

/** The person who takes over from another; null without one. */
type Receiver = (userid: number) => number | null;

/** People whose accounts have ended, or who are away now, are replaced where they are asked. */
export function replaceMissing(run: Run, world: World, receiver: Receiver): SystemAction[] {
  const happened: SystemAction[] = [];
  if (run.state !== RUNNING) return happened;
  for (const step of run.steps) {
    for (const each of pendingIn(step)) replaceOne(run, step, each, world, happened, receiver);
  }
  return [...happened, ...advance(run, world)];
}

function replaceOne(
  run: Run,
  step: Step,
  each: Member,
  world: World,
  happened: SystemAction[],
  receiver: Receiver,
): void {
  if (world.isActive(each.userid)) return delegate(run, step, each, world, happened);
  each.state = SPARED;
  const heir = receiver(each.userid);
  const there = (userid: number) =>
    userid === run.userid || step.members.some((other) => other.userid === userid && other.state !== LEFT);
  const next = [...(heir ? [heir] : []), ...world.substitutes(step.node)].find(
    (userid) => world.isActive(userid) && !there(userid),
  );
  if (next === undefined) return askNext(run, step, world, happened);
  const fresh = member(next, PENDING);
  step.members.splice(step.members.indexOf(each) + 1, 0, fresh);
  happened.push({ act: 'replace', step, userids: [next] });
  delegate(run, step, fresh, world, happened);
}

/** Asks the next people. Whose turn it is in a sequence may have left, or may be away, since the step was opened. */
function askNext(run: Run, step: Step, world: World, happened: SystemAction[]): void {
  ask(step, world);
  if (step.mode !== 'sequence') return;
  for (const each of pendingIn(step)) replaceOne(run, step, each, world, happened, () => null);
}
