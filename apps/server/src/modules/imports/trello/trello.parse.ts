import { safeUrl } from '@atrium/richtext/html/urls.ts';
import {
  completePlan,
  type ImportPlan,
  type ImportProblem,
  ImportRefused,
  type PlannedAttachment,
  type PlannedColumn,
  type PlannedComment,
  type PlannedLabel,
  type PlannedPerson,
  type PlannedTask,
  type ProblemKind,
} from '../imports.plan.ts';
import { type Fields, isRecord, listOf, numberOf, recordOf, textOf, timeOf } from '../read/json.read.ts';

/** Trello exports at most this many actions. */
const ACTION_LIMIT = 1000;

/**
 * Reads a Trello board export. A card's history is in the board's actions: its creator and time, when it was completed,
 * and its comments. Exports by third parties with `board` and `comments` beside the cards are read too.
 *
 * @throws ImportRefused  import.not_json, import.not_trello
 */
export function parseTrello(json: string): ImportPlan {
  const root = boardJson(json);
  const board = isRecord(root['board']) ? root['board'] : root;
  const problems: ImportProblem[] = [];
  const report = (where: string, what: ProblemKind) => problems.push({ where, what });

  const people = readPeople(root, report);
  const columns = readColumns(root, report);
  const history = readActions(root, people, report);
  const checklists = readChecklists(root, report);
  const labels = new Map(
    listOf(root['labels']).map((label) => [textOf(recordOf(label)['id']), labelOf(recordOf(label))]),
  );
  const tasks = readCards(root, report, { columns, history, checklists, labels, people });

  for (const [cardId, comments] of history.comments) {
    if (!tasks.some((task) => task.external_id === cardId)) {
      for (const { where } of comments) report(where, 'unknown_task');
    }
  }

  return completePlan({
    source: 'trello',
    people: [...people.values()],
    projects: [
      {
        external_id: textOf(board['id']),
        name: textOf(board['name']) || 'Trello',
        desc: textOf(board['desc']),
        is_archived: board['closed'] === true,
        members: listOf(root['members'])
          .map((member) => textOf(recordOf(member)['id']))
          .filter((id) => people.has(id)),
        labels: [...labels.values()],
        columns: columns.map(({ column }) => column),
        tasks,
      },
    ],
    dialogs: [],
    problems,
  });
}

type Report = (where: string, what: ProblemKind) => void;
type People = Map<string, PlannedPerson>;

function boardJson(json: string): Fields {
  let root: unknown;
  try {
    // Editors and shells on Windows add a byte order mark.
    root = JSON.parse(json.startsWith('\uFEFF') ? json.slice(1) : json);
  } catch (error) {
    throw new ImportRefused('import.not_json', error);
  }
  if (!isRecord(root) || !Array.isArray(root['lists']) || !Array.isArray(root['cards'])) {
    throw new ImportRefused('import.not_trello');
  }
  return root;
}

/** The records of a list with their paths; anything that is no record or has no id is reported and skipped. */
function* recordsOf(
  list: unknown,
  where: string,
  report: Report,
): Generator<{ record: Fields; id: string; where: string }> {
  const seen = new Set<string>();
  for (const [index, record] of listOf(list).entries()) {
    const place = `${where}[${index}]`;
    if (!isRecord(record)) {
      report(place, 'not_a_record');
      continue;
    }
    const id = textOf(record['id']);
    if (!id) report(place, 'no_id');
    else if (seen.has(id)) report(place, 'repeated');
    else yield { record, id, where: place };
    seen.add(id);
  }
}

function readPeople(root: Fields, report: Report): People {
  const people: People = new Map();
  for (const { record } of recordsOf(root['members'], 'members', report)) addPerson(people, record, { isGone: false });
  return people;
}

/** Adds the person of a record and returns the id; authors of old actions may no longer be members. */
function addPerson(people: People, member: Fields, { isGone }: { isGone: boolean }): string | null {
  const username = textOf(member['username']);
  const id = textOf(member['id']) || username;
  if (!id) return null;
  if (!people.has(id)) {
    const avatar = textOf(member['avatarUrl']);
    people.set(id, {
      external_id: id,
      nickname: textOf(member['fullName']) || username || id,
      username: username || null,
      email: textOf(member['email']) || null,
      profession: null,
      // The exported address is a folder with the picture in several sizes.
      avatar_url: avatar ? safeUrl(`${avatar}/170.png`) : null,
      is_bot: false,
      is_gone: isGone,
    });
  }
  return id;
}

function readColumns(root: Fields, report: Report): { column: PlannedColumn; position: number }[] {
  const columns: { column: PlannedColumn; position: number }[] = [];
  for (const { record, id, where } of recordsOf(root['lists'], 'lists', report)) {
    const name = textOf(record['name']).trim();
    if (!name) report(`${where}.name`, 'no_name');
    columns.push({
      column: { external_id: id, name, is_archived: record['closed'] === true },
      position: positionOf(record),
    });
  }
  return columns.sort((a, b) => a.position - b.position);
}

interface History {
  made: Map<string, { author: string | null; at: string | null }>;
  completed: Map<string, string>;
  comments: Map<string, { comment: PlannedComment; where: string }[]>;
}

const makingActions = new Set(['createCard', 'copyCard', 'convertToCardFromCheckItem', 'emailCard', 'moveCardToBoard']);

function readActions(root: Fields, people: People, report: Report): History {
  const history: History = { made: new Map(), completed: new Map(), comments: new Map() };
  if (listOf(root['actions']).length >= ACTION_LIMIT) report('actions', 'history_is_cut');

  for (const { record, id, where } of recordsOf(root['actions'], 'actions', report)) {
    const data = recordOf(record['data']);
    const card = textOf(recordOf(data['card'])['id']);
    const author = authorOf(record, people);
    const at = timeOf(record['date']);
    const type = textOf(record['type']);
    if (makingActions.has(type)) {
      history.made.set(card, { author, at });
    } else if (type === 'updateCard' && recordOf(data['card'])['dueComplete'] === true && at) {
      // The export has the newest actions first, so the last completion counts.
      if (!history.completed.has(card)) history.completed.set(card, at);
    } else if (type === 'commentCard' || type === 'copyCommentCard') {
      addComment(history, card, { record, id, where, author, at }, report);
    }
  }
  for (const [card, comments] of Object.entries(recordOf(root['comments']))) {
    for (const { record, id, where } of recordsOf(comments, `comments.${card}`, report)) {
      addComment(
        history,
        card,
        { record, id, where, author: authorOf(record, people), at: timeOf(record['date']) },
        report,
      );
    }
  }
  return history;
}

function authorOf(action: Fields, people: People): string | null {
  const named = addPerson(people, recordOf(action['memberCreator']), { isGone: true });
  return named ?? addPerson(people, { id: action['idMemberCreator'] }, { isGone: true });
}

function addComment(
  history: History,
  card: string,
  action: { record: Fields; id: string; where: string; author: string | null; at: string | null },
  report: Report,
): void {
  const data = recordOf(action.record['data']);
  if (!action.at) report(`${action.where}.date`, 'no_time');
  const comment: PlannedComment = {
    external_id: action.id,
    author: action.author,
    text: textOf(data['text']),
    type: 'md',
    created_at: action.at,
    edited_at: timeOf(data['dateLastEdited']),
  };
  const comments = history.comments.get(card) ?? [];
  comments.push({ comment, where: action.where });
  history.comments.set(card, comments);
}

type Checklist = PlannedTask['checklists'][number];

function readChecklists(root: Fields, report: Report): Map<string, Checklist[]> {
  const byCard = new Map<string, { checklist: Checklist; position: number }[]>();
  for (const { record, where } of recordsOf(root['checklists'], 'checklists', report)) {
    const card = textOf(record['idCard']);
    const lists = byCard.get(card) ?? [];
    lists.push({ checklist: checklistOf(record, where, report), position: positionOf(record) });
    byCard.set(card, lists);
  }
  return new Map([...byCard].map(([card, lists]) => [card, inOrder(lists).map(({ checklist }) => checklist)]));
}

function checklistOf(record: Fields, where: string, report: Report): Checklist {
  const items: { name: string; is_done: boolean; position: number }[] = [];
  for (const item of recordsOf(record['checkItems'], `${where}.checkItems`, report)) {
    const name = textOf(item.record['name']).trim();
    if (!name) report(`${item.where}.name`, 'no_name');
    else items.push({ name, is_done: item.record['state'] === 'complete', position: positionOf(item.record) });
  }
  return { name: textOf(record['name']), items: inOrder(items).map(({ name, is_done }) => ({ name, is_done })) };
}

interface CardContext {
  columns: { column: PlannedColumn; position: number }[];
  history: History;
  checklists: Map<string, Checklist[]>;
  labels: Map<string, PlannedLabel>;
  people: People;
}

function readCards(root: Fields, report: Report, context: CardContext): PlannedTask[] {
  const rankOf = new Map(context.columns.map(({ column }, index) => [column.external_id, index]));
  const cards: { task: PlannedTask; rank: number; position: number }[] = [];
  for (const { record, id, where } of recordsOf(root['cards'], 'cards', report)) {
    const rank = rankOf.get(textOf(record['idList']));
    const column = rank === undefined ? undefined : context.columns[rank]?.column;
    const name = textOf(record['name']).trim();
    if (!column || rank === undefined) report(`${where}.idList`, 'unknown_column');
    else if (!name) report(`${where}.name`, 'no_name');
    else
      cards.push({
        task: taskOf({ record, id, where, name, column }, report, context),
        rank,
        position: positionOf(record),
      });
  }
  cards.sort((a, b) => a.rank - b.rank || a.position - b.position);
  return cards.map(({ task }) => task);
}

function taskOf(
  card: { record: Fields; id: string; where: string; name: string; column: PlannedColumn },
  report: Report,
  { history, checklists, labels, people }: CardContext,
): PlannedTask {
  const { record, id, where, column } = card;
  const made = history.made.get(id);
  const members = listOf(record['idMembers']).map(textOf);
  for (const [index, member] of members.entries()) {
    if (!people.has(member)) report(`${where}.idMembers[${index}]`, 'unknown_person');
  }
  const own = [...recordsOf(record['checklists'], `${where}.checklists`, report)].map((list) =>
    checklistOf(list.record, list.where, report),
  );
  const comments = (history.comments.get(id) ?? []).map(({ comment }) => comment);
  return {
    external_id: id,
    column: column.external_id,
    name: card.name,
    content: textOf(record['desc']),
    content_type: 'md',
    is_archived: record['closed'] === true || column.is_archived,
    // A card's cover picture is one of its attachments.
    color: textOf(recordOf(record['cover'])['color']) || null,
    created_at: made?.at ?? timeInId(id),
    author: made?.author ?? null,
    start_at: timeField(record, 'start', where, report),
    end_at: timeField(record, 'due', where, report),
    complete_at: record['dueComplete'] === true ? completedAt(record, id, history) : null,
    labels: labelsOf(record, labels),
    checklists: [...(checklists.get(id) ?? []), ...own],
    members: members.filter((member) => people.has(member)),
    comments: comments.sort((a, b) => (a.created_at ?? '').localeCompare(b.created_at ?? '')),
    attachments: attachmentsOf(record, where, report),
  };
}

function completedAt(record: Fields, id: string, history: History): string | null {
  return history.completed.get(id) ?? timeOf(record['dateLastActivity']) ?? timeOf(record['due']) ?? timeInId(id);
}

function timeField(record: Fields, name: string, where: string, report: Report): string | null {
  const value = record[name];
  if (value === null || value === undefined) return null;
  const time = timeOf(value);
  if (!time) report(`${where}.${name}`, 'no_time');
  return time;
}

function labelsOf(record: Fields, labels: Map<string, PlannedLabel>): PlannedLabel[] {
  const own = listOf(record['labels']).filter(isRecord).map(labelOf);
  if (own.length > 0) return own;
  return listOf(record['idLabels']).flatMap((id) => labels.get(textOf(id)) ?? []);
}

/** Trello labels may have a color without a name. */
function labelOf(label: Fields): PlannedLabel {
  const color = textOf(label['color']) || null;
  return { name: textOf(label['name']).trim() || color || 'label', color };
}

function attachmentsOf(record: Fields, where: string, report: Report): PlannedAttachment[] {
  const attachments: PlannedAttachment[] = [];
  for (const attachment of recordsOf(record['attachments'], `${where}.attachments`, report)) {
    const url = safeUrl(textOf(attachment.record['url']));
    if (url)
      attachments.push({
        external_id: attachment.id,
        is_file: attachment.record['isUpload'] === true,
        name: nameOf(attachment.record) || url,
        url,
        size: numberOf(attachment.record['bytes']),
      });
    else report(`${attachment.where}.url`, 'no_address');
  }
  return attachments;
}

/** The name given by people, with the file's extension if it is missing. */
function nameOf(record: Fields): string {
  const [name, file] = [textOf(record['name']), textOf(record['fileName'])];
  const [ending = ''] = /\.\w{1,8}$/.exec(file) ?? [];
  return name && ending && record['isUpload'] === true && !/\.\w{1,8}$/.test(name) ? `${name}${ending}` : name || file;
}

/** Trello's ids begin with their creation time in seconds. */
function timeInId(id: string): string | null {
  return /^[0-9a-f]{24}$/.test(id) ? new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString() : null;
}

/** A record without a position is sorted last. */
function positionOf(record: Fields): number {
  return numberOf(record['pos']) ?? Number.MAX_VALUE;
}

function inOrder<T extends { position: number }>(list: T[]): T[] {
  return list.sort((a, b) => a.position - b.position);
}
