import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { dialogList, projectList } from '@atrium/client/store/select.ts';
import type { Store } from '@atrium/client/store/store.ts';
import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { GuideArticle } from '#app/help/guide.ts';
import { findArticles } from '#app/help/search.ts';
import type { Command } from '#ui/keys/commands.ts';
import type { Recent } from './recent.ts';
import { bonusOf, type UseCounts } from './usage.ts';
import type { FoundTask } from './useFoundTasks.ts';

export type Item =
  | { kind: 'command'; id: string; label: string; words: string; command: Command }
  | { kind: 'task' | 'project' | 'dialog' | 'person'; id: string; label: string; words: string; ref: number }
  | { kind: 'file'; id: string; label: string; words: string; file: DriveFile }
  | { kind: 'help'; id: string; label: string; words: string; article: string };
export type Group = 'recent' | 'typed' | Item['kind'];

const PER_GROUP = 6;
const RECENT_SHOWN = 6;

/** Scores the match of a name with the input: 0 not at all, more if it starts with it. Every word must occur. */
export function scoreOf(query: string, words: string): number {
  const text = words.toLowerCase();
  let score = 0;
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    score += at === 0 ? 3 : /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 1 : 2;
  }
  return score;
}

const taskItem = ({ id, parent_id, name }: FoundTask): Item => ({
  kind: 'task',
  id: `task${id}`,
  label: name,
  words: `${name} #${id}`,
  ref: parent_id || id,
});

const helpItem = ({ id, title }: GuideArticle): Item => ({
  kind: 'help',
  id: `help-${id}`,
  label: title,
  words: title,
  article: id,
});

const fileItem = (file: DriveFile): Item => ({
  kind: 'file',
  id: `file${file.id}`,
  label: fullName(file),
  words: fullName(file),
  file,
});

/** Everything on this device that can be opened. */
function itemsOf(store: Store, nameOf: (dialog: ClientDialog) => string): Item[] {
  return [
    // Projects come before their conversations, and conversations before people: of equal names the first is listed
    // first.
    ...projectList(store).map(
      (project): Item => ({
        kind: 'project',
        id: `project${project.id}`,
        label: project.name,
        words: project.name,
        ref: project.id,
      }),
    ),
    ...dialogList(store).map(
      (dialog): Item => ({
        kind: 'dialog',
        id: `dialog${dialog.id}`,
        label: nameOf(dialog),
        words: `${nameOf(dialog)} ${dialog.pinyin}`,
        ref: dialog.id,
      }),
    ),
    ...store
      .all('user')
      .filter((user) => !user.delete_at && !user.disable_at)
      .map(
        (user): Item => ({
          kind: 'person',
          id: `person${user.userid}`,
          label: user.nickname,
          words: `${user.nickname} ${user.pinyin} ${user.email}`,
          ref: user.userid,
        }),
      ),
    ...store
      .all('task')
      .filter((task) => task.id > 0)
      .map(taskItem),
  ];
}

/** The score of tasks found by the server, which searches more than names. */
const FOUND_SCORE = 0.5;

/** Data that ranks the rows and adds to them. */
export interface Extra {
  /** Commands with their arguments, as typed. They come first, unless a single word is the beginning of a name. */
  typed?: readonly Command[];
  /** Single settings. */
  settings?: readonly Command[];
  uses?: UseCounts;
  /** Help articles. */
  guide?: readonly GuideArticle[];
}

/**
 * Returns the rows. Without input these are recent items and commands, those that are used most first; with input, the
 * best of each kind, the best kind first.
 */
export function paletteRows(
  store: Store,
  query: string,
  commands: readonly Command[],
  recents: readonly Recent[],
  nameOf: (dialog: ClientDialog) => string,
  found: readonly FoundTask[] = [],
  files: readonly DriveFile[] = [],
  { typed = [], settings = [], uses = {}, guide = [] }: Extra = {},
): { group: Group; items: Item[] }[] {
  const itemOf = (command: Command): Item => ({
    kind: 'command',
    id: `command-${command.id}`,
    label: command.label,
    words: command.label,
    command,
  });
  const doable = commands.map(itemOf);
  const known = itemsOf(store, nameOf);
  if (!query.trim()) {
    const byId = new Map(known.map((item) => [item.id, item]));
    const recent = recents.flatMap(({ kind, id }) => byId.get(`${kind}${id}`) ?? []).slice(0, RECENT_SHOWN);
    return [
      { group: 'recent' as const, items: recent },
      { group: 'command' as const, items: doable.toSorted((a, b) => (uses[b.id] ?? 0) - (uses[a.id] ?? 0)) },
    ].filter(({ items }) => items.length > 0);
  }
  const here = new Set(known.map(({ id }) => id));
  const elsewhere = found.map(taskItem).filter(({ id }) => !here.has(id));
  const scored = [
    ...[...doable, ...settings.map(itemOf), ...known].map((item) => ({ item, score: scoreOf(query, item.words) })),
    ...[...elsewhere, ...files.map(fileItem), ...findArticles(guide, query).map(helpItem)].map((item) => ({
      item,
      score: scoreOf(query, item.words) || FOUND_SCORE,
    })),
  ]
    .filter(({ score }) => score > 0)
    .map(({ item, score }) => ({ item, score: score + bonusOf(uses, item.id) }))
    .sort((a, b) => b.score - a.score || a.item.label.length - b.item.label.length);
  // A map keeps insertion order: the group with the best match comes first.
  const groups = [...Map.groupBy(scored, ({ item }) => item.kind)].map(([group, list]) => ({
    group: group as Group,
    items: list.slice(0, PER_GROUP).map(({ item }) => item),
  }));
  if (typed.length === 0) return groups;
  const asTyped = { group: 'typed' as const, items: typed.map(itemOf) };
  // Texts without spaces are ambiguous: “任务看板” may be the board of that name, or a task called “看板”.
  const word = query.trim().toLowerCase();
  const isName = !/\s/.test(word) && scored.some(({ item }) => item.words.toLowerCase().startsWith(word));
  return isName ? [...groups, asTyped] : [asTyped, ...groups];
}
