import { PLAN_REPEATS } from '@atrium/contract/chat/meetingPlans.ts';
import { safeUrl } from '@atrium/richtext/html/urls.ts';
import { parseWire } from '#sync/time.ts';
import { type Card, cardOf } from './cards.ts';

/** Messages of the workspace and its bots, parsed from their data, with every field checked. */
export type Template =
  | { kind: 'content'; title: string; lines: string[] }
  | { kind: 'tasks'; title: string; tasks: { id: number; name: string }[] }
  | { kind: 'file'; name: string; size: number; url: string }
  | { kind: 'comment'; fileId: number; commentId: number; file: string; by: string; text: string }
  | { kind: 'plan'; title: string; meetingid: string; start: Date; end: Date; repeat: string; isCanceled: boolean }
  | { kind: 'card'; card: Card }
  | { kind: 'unknown' };

type Fields = Record<string, unknown>;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : []);

export function templateOf(msg: Fields): Template {
  // The original title is used before the key of its translation.
  const title = text(msg['title_raw']) || text(msg['title']);
  switch (msg['type']) {
    case 'content': {
      const whole = text(msg['content']);
      const lines = whole ? [whole] : list(msg['content']).flatMap((line) => text(line['content']) || []);
      const isRepeated = lines.length === 1 && lines[0]?.startsWith(title);
      return lines.length > 0 || title
        ? { kind: 'content', title: isRepeated ? '' : title, lines }
        : { kind: 'unknown' };
    }
    case 'task_list': {
      const tasks = list(msg['list']).flatMap(({ id, name }) =>
        Number(id) > 0 ? { id: Number(id), name: text(name) } : [],
      );
      return tasks.length > 0 ? { kind: 'tasks', title, tasks } : { kind: 'unknown' };
    }
    case 'file_download': {
      const url = safeUrl(text(msg['url']));
      return url ? { kind: 'file', name: text(msg['name']), size: Number(msg['size']) || 0, url } : { kind: 'unknown' };
    }
    case 'file_comment': {
      const [fileId, commentId] = [Number(msg['file_id']) || 0, Number(msg['comment_id']) || 0];
      const [file, by] = [text(msg['name']), text(msg['nickname'])];
      return fileId > 0
        ? { kind: 'comment', fileId, commentId, file, by, text: text(msg['content']) }
        : { kind: 'unknown' };
    }
    case 'meeting_plan': {
      const at = text(msg['start_at']);
      const meetingid = text(msg['meetingid']);
      if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) || !/^\d+$/.test(meetingid)) return { kind: 'unknown' };
      const start = parseWire(at);
      const minutes = Math.min(24 * 60, Math.max(0, Number(msg['minutes']) || 0));
      const repeat = PLAN_REPEATS.find((each) => each === msg['repeat']) ?? 'never';
      const end = new Date(start.getTime() + minutes * 60_000);
      return { kind: 'plan', title, meetingid, start, end, repeat, isCanceled: msg['is_canceled'] === true };
    }
    default: {
      const card = cardOf(msg);
      return card ? { kind: 'card', card } : { kind: 'unknown' };
    }
  }
}
