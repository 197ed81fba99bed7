import type { Store } from '@atrium/client/store/store.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { IconBell, IconMoodSmile, IconPlus, IconUserCheck } from '@tabler/icons-react';
import { setStatus } from '#entities/message/programs/program.actions.ts';
import { newTask } from '#entities/task/newTask.ts';
import { changeTask } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import type { Command } from '#ui/keys/commands.ts';

interface Around {
  store: Store;
  /** The open task; 0 = none. */
  taskId: number;
  projectId: number;
  remind: (text: string) => void;
  /** Looks texts up; by default in the page's language. */
  textOf?: typeof t;
}

const MOST_PEOPLE = 6;
const VERBS = ['remind', 'task', 'status', 'assign'] as const;
type Verb = (typeof VERBS)[number];
/** The English words, which are understood in every language. */
const ENGLISH: Record<Verb, readonly string[]> = {
  remind: ['remind', 'remind me', 'remind me to'],
  task: ['task'],
  status: ['status'],
  assign: ['assign'],
};

/** The words for a verb: the forms of the reader's language, separated by “|”, and English. The longest come first. */
const formsOf = (verb: Verb, textOf: typeof t): string[] =>
  [...ENGLISH[verb], ...textOf(`palette.verb_${verb}`).split('|')]
    .map((form) => form.toLowerCase())
    .toSorted((one, other) => other.length - one.length);

/** Chinese and Japanese put no space between words: “提醒我给波打电话”. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u;
/** The signs between a verb and its argument: “提醒：”, “remind: ”. */
const BETWEEN = /^[\s:：,，、]+/;

/** The command that the first words name, in the reader's language or in English, and the rest. */
function parsed(query: string, textOf: typeof t): { verb: Verb; rest: string } | null {
  const words = query.trim().replace(/\s+/g, ' ');
  const low = words.toLowerCase();
  for (const verb of VERBS) {
    const form = formsOf(verb, textOf).find((each) => {
      const after = low.slice(each.length);
      return low.startsWith(each) && (!after || BETWEEN.test(after) || UNSPACED.test(each));
    });
    const rest = form === undefined ? '' : words.slice(form.length).replace(BETWEEN, '');
    if (rest) return { verb, rest };
  }
  return null;
}

/** Commands with typed arguments: “remind call Bo”, “task Buy paint”, “status Lunch”, “assign Bo”. */
export function typedCommands(query: string, { store, taskId, projectId, remind, textOf = t }: Around): Command[] {
  const found = parsed(query, textOf);
  if (!found) return [];
  const { verb, rest } = found;
  const one = (icon: NonNullable<Command['icon']>, label: string, run: () => void): Command[] => [
    { id: `typed-${verb}`, label, icon, run },
  ];
  if (verb === 'remind') return one(IconBell, t('palette.do_remind', { text: rest }), () => remind(rest));
  if (verb === 'task')
    return one(IconPlus, t('palette.do_task', { text: rest }), () => newTask({ projectId, name: rest }));
  if (verb === 'status')
    return one(IconMoodSmile, t('palette.do_status', { text: rest }), () => void setStatus('', rest, null));
  return assignees(rest, store, taskId);
}

/** Members of the open task's project by name, who become its owners. */
function assignees(words: string, store: Store, taskId: number): Command[] {
  const task = store.get('task', taskId);
  const members = new Set(store.get('project', task?.project_id ?? 0)?.project_user?.map(({ userid }) => userid));
  if (!task) return [];
  const wanted = words.toLowerCase();
  const isNamed = ({ userid, nickname, pinyin }: UserBasic) =>
    members.has(userid) && `${nickname} ${pinyin}`.toLowerCase().includes(wanted);
  return store
    .all('user')
    .filter((user) => isNamed(user))
    .slice(0, MOST_PEOPLE)
    .map(({ userid, nickname }) => ({
      id: `typed-assign-${userid}`,
      label: t('palette.do_assign', { name: nickname, task: task.name }),
      icon: IconUserCheck,
      run: () => changeTask(task, { owner: [userid] }),
    }));
}
