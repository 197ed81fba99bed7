import { type ApprovalNode, blankContent } from '@atrium/contract/approvals/definition.ts';
import { type FlowFacts, planOf } from '@atrium/contract/approvals/flow.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historiesOf, seed } from '#testing/histories';
import * as engine from './engine.ts';

const RUNS = historiesOf(800, 10_000);
const PEOPLE = 7;
const INITIATOR = 1;
const ADMIN = PEOPLE + 1;

/** A flow of nested branches, as a random tree that is laid out as a list. */
interface Part {
  kind: 'approver' | 'copy' | 'parallel' | 'condition';
  people: number[];
  mode: 'one' | 'all' | 'sequence';
  pass: boolean;
  parts: Part[][];
}
const partOf = (depth: number): fc.Arbitrary<Part> =>
  fc.record({
    kind: depth > 0 ? fc.constantFrom(...LEAVES, 'parallel', 'condition') : fc.constantFrom(...LEAVES),
    people: fc.uniqueArray(fc.integer({ min: 1, max: PEOPLE }), { minLength: 0, maxLength: 3 }),
    mode: fc.constantFrom('one', 'all', 'sequence'),
    pass: fc.boolean(),
    parts:
      depth > 0
        ? fc.array(fc.array(partOf(depth - 1), { maxLength: 2 }), { minLength: 2, maxLength: 3 })
        : fc.constant([[], []]),
  });
const LEAVES = ['approver', 'approver', 'copy'] as const;
const DEPTH = 3;

function layOut(parts: readonly Part[], branch: string, flow: ApprovalNode[] = []): ApprovalNode[] {
  for (const each of parts) {
    const id = `n${flow.length}`;
    const place = { id, name: id, branch };
    if (each.kind === 'approver') {
      const nobody = { rule: each.pass ? ('pass' as const) : ('admins' as const), userid: 0 };
      flow.push({
        ...place,
        type: 'approver',
        who: { kind: 'people', userids: each.people },
        mode: each.mode,
        nobody,
        hours: 0,
      });
    } else if (each.kind === 'copy') {
      flow.push({ ...place, type: 'copy', who: { kind: 'people', userids: each.people } });
    } else {
      const names = each.parts.map((_, index) => `${id}_${index}`);
      flow.push(
        each.kind === 'parallel'
          ? { ...place, type: 'parallel', branches: names.map((name) => ({ id: name, name })) }
          : {
              ...place,
              type: 'condition',
              branches: names.map((name, index) => ({
                id: name,
                name,
                conditions:
                  index < names.length - 1
                    ? [{ kind: 'initiator' as const, userids: [each.pass ? INITIATOR : PEOPLE], department_ids: [] }]
                    : [],
              })),
            },
      );
      for (const [index, inner] of each.parts.entries()) layOut(inner, names[index] ?? '', flow);
    }
  }
  return flow;
}

const act = fc.record({
  kind: fc.constantFrom(
    'pass',
    'pass',
    'pass',
    'pass',
    'refuse',
    'return',
    'transfer',
    'before',
    'after',
    'end',
    'away',
  ),
  pick: fc.nat({ max: 100 }),
  other: fc.integer({ min: 1, max: PEOPLE }),
});

const facts = (active: (userid: number) => boolean): FlowFacts => ({
  userid: INITIATOR,
  department_id: 0,
  departments: [],
  values: {},
  chosen: {},
  admins: [ADMIN],
  isActive: active,
  peopleIn: () => [],
  departmentsOf: () => [],
});

const stepsOf = (flow: ApprovalNode[], active: (userid: number) => boolean): engine.Step[] =>
  planOf({ ...blankContent('x'), flow }, facts(active)).steps.map((step, index) => ({
    id: index + 1,
    node: step.node,
    name: step.name,
    kind: step.kind,
    mode: step.mode,
    state: 'waiting',
    after: step.after.map((each) => each + 1),
    members: step.userids.map((userid) => engine.member(userid)),
    hours: 0,
    is_asked: false,
    opened_at: null,
    ended_at: null,
  }));

/** Checks the invariants that hold after every action. */
function check(run: engine.Run, world: engine.World): void {
  const ended = (id: number) =>
    ['passed', 'skipped', 'refused'].includes(run.steps.find((each) => each.id === id)?.state ?? '');
  const ids = run.steps.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const step of run.steps) {
    for (const id of step.after) expect(ids).toContain(id);
    if (step.state === 'open' || step.state === 'passed') expect(step.after.every(ended)).toBe(true);
    const asked = engine.pendingIn(step);
    // Nobody is asked twice in a step, and no step is open for nobody.
    expect(new Set(asked.map(({ userid }) => userid)).size).toBe(asked.length);
    // Somebody who has left would never answer.
    if (run.state === 1) expect(asked.every(({ userid }) => world.isActive(userid))).toBe(true);
    if (step.state === 'open' && run.state === 1) expect(asked.length).toBeGreaterThan(0);
    if (step.mode === 'sequence') expect(asked.length).toBeLessThanOrEqual(1);
    if (step.state === 'passed' && step.kind === 'approver' && step.mode !== 'one') {
      expect(
        step.members.every(({ state }) => state === engine.PASSED || state === engine.LEFT || state === engine.SPARED),
      ).toBe(true);
    }
    if (step.state !== 'open') expect(step.members.every(({ state }) => state !== engine.PENDING)).toBe(true);
  }
  if (run.state === 1) expect(run.steps.some(({ state }) => state === 'open')).toBe(true);
  if (run.state === 2) expect(run.steps.every(({ state }) => state === 'passed' || state === 'skipped')).toBe(true);
  if (run.state > 1) expect(run.steps.every(({ state }) => state !== 'open')).toBe(true);
  expect(world.now).toBeInstanceOf(Date);
}

test('every request goes on or ends, nobody is asked twice, and a decision counts once', () => {
  fc.assert(
    fc.property(
      fc.array(partOf(DEPTH), { minLength: 1, maxLength: 4 }),
      fc.array(act, { maxLength: 25 }),
      fc.constantFrom('skip' as const, 'ask' as const),
      (parts, acts, repeats) => {
        const flow = layOut(parts, '');
        const gone = new Set<number>();
        const away = new Map<number, number>();
        const isActive = (userid: number) => !gone.has(userid);
        const world: engine.World = {
          now: new Date(),
          repeats,
          isActive,
          deputyOf: (userid) => away.get(userid),
          substitutes: (node) => {
            const found = flow.find(({ id }) => id === node);
            return found?.type === 'approver' && found.nobody.rule === 'pass' ? [] : [ADMIN];
          },
        };
        const run: engine.Run = { userid: INITIATOR, state: 1, steps: stepsOf(flow, isActive) };
        engine.advance(run, world);
        check(run, world);
        for (const { kind, pick, other } of acts) {
          if (run.state !== 1) break;
          const open = run.steps.flatMap((step) => engine.pendingIn(step).map(({ userid }) => ({ step, userid })));
          const turn = open[pick % open.length];
          if (!turn) throw new Error('nobody is asked');
          const { step, userid } = turn;
          if (kind === 'pass' || kind === 'refuse') {
            const before = engine.pendingIn(step).length;
            expect(engine.decide(run, world, step.id, userid, kind === 'pass').refused).toBeUndefined();
            expect(before).toBeGreaterThan(0);
            if (step.state !== 'open' || !engine.pendingIn(step).some((each) => each.userid === userid)) {
              expect(engine.decide(run, world, step.id, userid, true).refused).toMatch(/^(decided|finished)$/);
            }
          } else if (kind === 'return') {
            const targets = engine.returnSteps(run, step);
            const target = targets[pick % (targets.length || 1)];
            if (!target) continue;
            expect(engine.returnTo(run, world, step.id, userid, target.id).refused).toBeUndefined();
            // Skipped where all its people are gone, and the definition lets it pass then.
            expect(['open', 'skipped']).toContain(target.state);
          } else if (kind === 'transfer') engine.transfer(run, world, step.id, userid, other);
          else if (kind === 'before' || kind === 'after') {
            engine.addStep(run, world, step.id, userid, { userids: [other], place: kind, mode: 'all', name: 'more' });
          } else if (kind === 'end') {
            if (gone.size < PEOPLE - 2 && other !== INITIATOR) gone.add(other);
            engine.replaceMissing(run, world, () => null);
          } else {
            if (other !== userid) away.set(userid, other);
            engine.replaceMissing(run, world, () => null);
          }
          // As the service does when it stores new steps.
          for (const [index, each] of run.steps.entries()) {
            if (each.id > 0) continue;
            const fresh = 1000 + run.steps.length * 100 + index;
            for (const one of run.steps) one.after = one.after.map((id) => (id === each.id ? fresh : id));
            each.id = fresh;
          }
          check(run, world);
        }
        // Everyone who is asked approves: then it ends.
        for (let left = 1000; run.state === 1; left--) {
          expect(left).toBeGreaterThan(0);
          const step = run.steps.find(({ state }) => state === 'open');
          const [next] = step ? engine.pendingIn(step) : [];
          if (!step || !next) throw new Error('nobody is asked');
          expect(engine.decide(run, world, step.id, next.userid, true).refused).toBeUndefined();
          check(run, world);
        }
        expect([2, 3]).toContain(run.state);
      },
    ),
    { numRuns: RUNS, seed },
  );
});
