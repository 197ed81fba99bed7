import type { InputOf } from '@atrium/contract/kit.ts';
import { decodeStatus, encodeStatus } from '@atrium/contract/projects/flows.ts';
import type { HandoffSource } from '@atrium/contract/projects/handoffs.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { isSeenByAll, VISIBILITY } from '@atrium/contract/projects/visibility.ts';
import { announceGroupInfo, syncMembers, taskInfoOf } from '#modules/dialogs/members/membership.service';
import { postNotice } from '#modules/dialogs/posting/post.service';
import { flowItemsOf } from '#modules/projects/flows.service';
import { type LogWord, logChange } from '#modules/projects/log.service';
import { recordHolders } from '#modules/projects/members/holders.service';
import { listMemberIds } from '#modules/projects/members/members.service';
import { columnFor } from '#modules/projects/projects.access';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import type { Work } from '#platform/work';
import { saveContent } from '../details/content.service.ts';
import { announceFiles } from '../details/files.service.ts';
import { changeNotifications, enqueueTaskNotifications } from '../reading/notifications.service.ts';
import { loopFields } from '../schedule/loops.ts';
import { zoneOfTask } from '../schedule/zone.service.ts';
import { announceTask, announceVisibility, readBack, type TaskViewers, viewersOfFamily } from '../tasks.events.ts';
import { presentTask } from '../tasks.present.ts';
import { findTask, listSubtasks, listTaskCircle, setPeople, type TaskRow, type TaskView } from '../tasks.queries.ts';
import { tellCompletion } from './completions.service.ts';
import { checkPeople, checkTaskName, uniqueByName } from './create.service.ts';
import { updateTaskRow } from './lifecycle.queries.ts';
import { itemToComplete, itemToReopen, planStep, recordStep, stateBefore } from './status.service.ts';
import { changeOf, realigned, type Span, widened } from './times.ts';

type Update = InputOf<typeof contract.taskUpdate>;
/** The state of a task before a change of status: its log entry stores it, so that it can be restored. */
export type StateBefore = ReturnType<typeof stateBefore>;

/** Changes one task, field by field. `finish` notifies everyone who can see it. */
export class TaskChange {
  readonly #work: Work;
  readonly #task: TaskView;
  readonly #alsoChanged = new Set<number>();
  #isContentChanged = false;
  #arePeopleChanged = false;
  /** The source of a change of owners, for the list of handoffs. */
  #source: HandoffSource = 'update';
  #note = '';
  /** The people who could see the task before the first change that affects this. */
  #viewers: TaskViewers | undefined;

  constructor(work: Work, task: TaskView) {
    this.#work = work;
    this.#task = task;
  }

  async set(fields: Partial<TaskRow>, word: LogWord, record: Record<string, unknown> = {}): Promise<void> {
    await this.#write(this.#task.id, fields);
    await this.#log(word, record);
  }

  async #write(id: number, fields: Partial<TaskRow>): Promise<void> {
    await updateTaskRow(this.#work.tx, { ...(fields as object), updated_at: this.#work.now }, id);
  }

  async #log(detail: LogWord, record: Record<string, unknown> = {}): Promise<void> {
    const { id, parent_id, name, project_id, column_id } = this.#task;
    const subtask = parent_id > 0 ? { subtask: { id, parent_id, name } } : {};
    logChange(this.#work, {
      project_id,
      column_id,
      task_id: parent_id || id,
      detail,
      record: { ...record, ...subtask },
    });
  }

  /** Changes the status: may complete or reopen the task, assign people and move it to a column. */
  async status(id: number): Promise<void> {
    const work = this.#work;
    const task = this.#task;
    const step = await planStep(work, task, id);
    if (step.completes !== null) await this.#checkCompletion(step.completes);
    const fields = { flow_item_id: step.item.id, flow_item_name: step.label };
    const done = step.completes === null ? {} : { complete_at: step.completes ? work.now : null };
    await this.set({ ...fields, ...done }, 'task.flow', {
      flow: stateBefore(task),
      change: [step.from, step.item.name],
    });
    await recordStep(work, task, step);
    this.#source = step.completes ? 'complete' : 'flow';
    for (const [role, userids] of step.people) await this.#setPeople(role, userids);
    if (step.columnId) await this.column(step.columnId);
    if (step.completes !== null) await this.#tellCompletion(step.completes);
  }

  async complete(wish: string | boolean): Promise<void> {
    const task = this.#task;
    const isCompleting = typeof wish === 'boolean' ? wish : !/^(false|no|0)$/i.test(wish.trim());
    if (typeof wish === 'string' && isCompleting && !/^(true|yes|1)$/i.test(wish.trim()) && !parseTime(wish)) {
      throw fail('parameter', { name: 'complete_at' });
    }
    if (isCompleting && task.complete_at) throw fail('task.completed');
    if (!isCompleting && !task.complete_at) throw fail('task.uncompleted');
    await this.#checkCompletion(isCompleting);
    const item = await (isCompleting ? itemToComplete : itemToReopen)(this.#work, task);
    // The time is the server's own; a sent date is ignored.
    await this.set(
      { complete_at: isCompleting ? this.#work.now : null, ...item },
      isCompleting ? 'task.complete' : 'task.reopen',
    );
    if (isCompleting) this.#source = 'complete';
    await this.#tellCompletion(isCompleting);
  }

  async reset(state: StateBefore): Promise<void> {
    const work = this.#work;
    const task = this.#task;
    const item = (await flowItemsOf(work, task.project_id, { hold: true })).find(({ id }) => id === state.flow_item_id);
    if (state.flow_item_id > 0 && !item) throw fail('flow.gone');
    const complete_at = parseTime(state.complete_at);
    const owners = await this.#membersOf(state.owner);
    if (Boolean(complete_at) !== Boolean(task.complete_at)) {
      // The task gets that state back, its people included.
      await this.#checkOthers(Boolean(complete_at));
    }
    const label = item ? encodeStatus(item) : '';
    await this.set({ flow_item_id: item?.id ?? 0, flow_item_name: label, complete_at }, 'task.reset', {
      flow: stateBefore(task),
      change: [decodeStatus(task.flow_item_name).name, item?.name ?? ''],
    });
    if (item && item.id !== task.flow_item_id) await recordStep(work, task, { item, label });
    if (task.parent_id === 0) await this.#setPeople(0, await this.#membersOf(state.assist));
    await this.#setPeople(1, owners);
  }

  async #membersOf(userids: readonly number[]): Promise<number[]> {
    const members = await listMemberIds(this.#work, this.#task.project_id);
    return userids.filter((userid) => members.has(userid));
  }

  async #checkCompletion(isCompleting: boolean): Promise<void> {
    if (isCompleting && !this.#task.people.some((person) => person.owner === 1)) {
      await this.#checkParent();
      throw fail('task.claim');
    }
    await this.#checkOthers(isCompleting);
  }

  async #checkParent(): Promise<void> {
    const task = this.#task;
    if (task.parent_id > 0) {
      const main = await findTask(this.#work.tx, task.parent_id);
      if (main?.complete_at) throw fail('task.parent_completed');
      this.#alsoChanged.add(task.parent_id);
    }
  }

  /** Checks the rules about a main task and its subtasks. */
  async #checkOthers(isCompleting: boolean): Promise<void> {
    await this.#checkParent();
    if (!isCompleting) return;
    const open = (await listSubtasks(this.#work.tx, this.#task.id)).find((sub) => !sub.complete_at);
    if (open) throw fail('task.has_open_subtasks', { task_id: this.#task.id });
  }

  async #tellCompletion(isCompleting: boolean): Promise<void> {
    const { dialog_id } = this.#task;
    if (dialog_id === 0) return;
    const { userid, nickname } = this.#work.caller;
    const words = isCompleting ? 'notice.completed' : 'notice.reopened';
    await postNotice(this.#work, dialog_id, userid, words, { name: nickname });
  }

  async rename(name: string): Promise<void> {
    checkTaskName(name);
    if (name === this.#task.name) return;
    await this.set({ name }, 'task.rename', { change: [this.#task.name, name] });
  }

  /** Sets owners or assistants. People who are not members of the project are ignored. */
  async people(role: 0 | 1, userids: readonly number[]): Promise<void> {
    checkPeople(userids);
    const members = await listMemberIds(this.#work, this.#task.project_id);
    const kept = userids.filter((userid) => members.has(userid));
    const hadOwner = this.#task.people.some((person) => person.owner === 1);
    await this.#setPeople(role, kept);
    const isClaim = role === 1 && !hadOwner && kept.length === 1 && kept[0] === this.#work.caller.userid;
    await this.#log(role === 0 ? 'task.assist' : isClaim ? 'task.claim' : 'task.owner', { userid: kept });
  }

  /** Replaces the owners. */
  async handOver(owners: readonly number[], note: string): Promise<void> {
    const before = this.#task.people.filter((person) => person.owner === 1).map((person) => person.userid);
    this.#source = 'assign';
    this.#note = note;
    await this.#setPeople(1, owners);
    await this.#write(this.#task.id, {});
    await this.#log('task.handover', { userid: owners, before, ...(note && { remark: note }) });
  }

  async #setPeople(role: 0 | 1, userids: readonly number[]): Promise<void> {
    await this.#noteSight();
    await setPeople(this.#work.tx, this.#task, role, userids);
    this.#arePeopleChanged = true;
  }

  async #noteSight(): Promise<void> {
    this.#viewers ??= await viewersOfFamily(this.#work, this.#task.parent_id || this.#task.id);
  }

  async visibility(wish: number | undefined, listed: readonly number[] | undefined): Promise<void> {
    await this.#noteSight();
    const visibility = wish ?? this.#task.visibility;
    const visibleTo = visibility === VISIBILITY.chosen ? [...(listed ?? this.#task.visible_to)] : [];
    await this.set({ visibility, visible_to: visibleTo }, 'task.visibility');
    await this.#writeSubtasks({ visibility, visible_to: visibleTo });
  }

  /** Deleted subtasks change too: when they are restored, they are as visible as their main task, and in its column. */
  async #writeSubtasks(fields: Partial<TaskRow>): Promise<void> {
    for (const sub of await listSubtasks(this.#work.tx, this.#task.id, { deleted: true })) {
      await this.#write(sub.id, fields);
      if (!sub.deleted_at) this.#alsoChanged.add(sub.id);
    }
  }

  /**
   * A subtask outside the main task's time extends it; a change of the main task realigns subtasks that followed it.
   */
  async times(span: Span | null, remark: string): Promise<void> {
    const task = this.#task;
    const { tx } = this.#work;
    const next = span ?? { start_at: null, end_at: null };
    const why = remark ? { remark } : {};
    if (task.parent_id > 0) {
      const main = await findTask(tx, task.parent_id);
      if (!main) return;
      const own = next.end_at ? next : { start_at: main.start_at, end_at: main.end_at };
      await this.set(own, 'task.time', { ...changeOf(task, own), ...why });
      await this.#logOverdue(own);
      const wide = widened(main, own);
      if (wide) {
        await this.#write(main.id, wide);
        this.#alsoChanged.add(main.id);
      }
      return;
    }
    const repeat = await this.#loopFrom(task.loop, next.start_at ?? next.end_at);
    await this.set({ ...next, ...repeat }, 'task.time', { ...changeOf(task, next), ...why });
    await this.#logOverdue(next);
    for (const sub of await listSubtasks(tx, task.id)) {
      const aligned = realigned(sub, task, next);
      if (!aligned) continue;
      await this.#write(sub.id, aligned);
      const { id, parent_id, name } = sub;
      await this.#log('task.time_synced', { ...changeOf(sub, aligned), subtask: { id, parent_id, name } });
      this.#alsoChanged.add(sub.id);
    }
  }

  /** If an overdue open task gets another end, the log records how late it was. */
  async #logOverdue({ end_at }: Span): Promise<void> {
    const { end_at: before, complete_at, people } = this.#task;
    const { now } = this.#work;
    if (!before || before >= now || complete_at || before.getTime() === end_at?.getTime()) return;
    const of = (role: number) => people.filter(({ owner }) => owner === role).map(({ userid }) => userid);
    await this.#log('task.overdue', {
      cache: {
        task_at: wireTime(before),
        change_at: wireTime(now),
        over_sec: Math.floor((now.getTime() - before.getTime()) / 1000),
        owners: of(1),
        assists: of(0),
      },
    });
  }

  /** The next occurrence is counted from its current start, or from its deadline if it has no start. */
  async loop(loop: string): Promise<void> {
    const { id, loop: before } = this.#task;
    if (loop === before) return;
    const now = await findTask(this.#work.tx, id);
    await this.set(await this.#loopFrom(loop, now?.start_at ?? now?.end_at ?? null), 'task.loop', {
      change: [before, loop],
    });
  }

  async #loopFrom(loop: string, start: Date | null) {
    const zone = loop === 'never' ? '' : await zoneOfTask(this.#work, this.#task);
    return loopFields(loop, start, this.#work.now, zone);
  }

  async column(id: number): Promise<void> {
    if (id === this.#task.column_id) return;
    const { column } = await columnFor(this.#work, id, { hold: true });
    if (column.project_id !== this.#task.project_id) throw fail('column.gone');
    await this.set({ column_id: id }, 'task.column', { change: [this.#task.column_name, column.name] });
    await this.#writeSubtasks({ column_id: id });
  }

  async content(html: string): Promise<void> {
    const { cameFiles } = await saveContent(this.#work, this.#task, html);
    if (cameFiles) await announceFiles(this.#work, this.#task.id);
    this.#isContentChanged = true;
    await this.#log('task.content');
  }

  async tags(wanted: readonly { name: string; color?: string }[]): Promise<void> {
    const tags = uniqueByName(wanted);
    const task_tag = JSON.stringify(tags.map((tag) => ({ name: tag.name, color: tag.color ?? '' })));
    await this.set({ task_tag }, 'task.tags', { tags: tags.map((tag) => tag.name) });
  }

  async priority(input: Update): Promise<void> {
    const { p_level = 0, p_name = '', p_color = '' } = input;
    await this.set({ p_level, p_name, p_color }, 'task.priority', { change: [this.#task.p_name, p_name] });
  }

  async finish() {
    const work = this.#work;
    const { id } = this.#task;
    const task = await readBack(work, id);
    if (this.#arePeopleChanged || this.#source === 'complete') {
      const isEnd = this.#source === 'complete';
      recordHolders(work, { ids: [id] }, this.#source, { note: this.#note, always: isEnd });
    }
    if (this.#viewers) {
      const main = task.parent_id > 0 ? await readBack(work, task.parent_id) : task;
      await announceVisibility(work, main, this.#viewers, await viewersOfFamily(work, main.id));
    }
    await tellCompletion(work, this.#task, task);
    await announceTask(work, contract.taskUpdated, id);
    for (const other of this.#alsoChanged) await announceTask(work, contract.taskUpdated, other);
    enqueueTaskNotifications(work, changeNotifications(this.#task, task));
    await this.#syncDialog(task);
    const shown = presentTask(await readBack(work, id), work.caller.userid, work.now);
    return {
      ...shown,
      visibility_appointor: isSeenByAll(task) ? [0] : task.visible_to,
      update_marking: {
        is_update_project: false,
        is_update_content: this.#isContentChanged,
        is_update_maintask: this.#task.parent_id > 0 && this.#alsoChanged.has(this.#task.parent_id),
        is_update_subtask: this.#task.parent_id === 0 && this.#alsoChanged.size > 0,
      },
    };
  }

  /** Updates the task's conversation to its people and name. */
  async #syncDialog(task: TaskView): Promise<void> {
    const work = this.#work;
    const main = task.parent_id > 0 ? await findTask(work.tx, task.parent_id) : task;
    if (!main?.dialog_id) return;
    if (this.#arePeopleChanged) await syncMembers(work, main.dialog_id, await listTaskCircle(work.tx, main.id));
    if (main.id === this.#task.id && (task.name !== this.#task.name || task.complete_at !== this.#task.complete_at)) {
      await announceGroupInfo(work, main.dialog_id, task.name, taskInfoOf(task));
    }
  }
}
