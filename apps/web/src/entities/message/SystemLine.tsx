import type { ClientMessage } from '@atrium/client/rows.ts';
import { useMe, useUser, useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { noticeText, previewLine } from '#sync/preview.ts';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './MessageList.module.css';

interface CardData {
  id: number;
  type?: string;
  msg?: Record<string, unknown>;
  userids?: string;
  count?: number;
  done_userids?: number[];
}

const NAMED = 3;

/** A line that the conversation itself writes; one about a message leads to it. */
export function SystemLine({ message, onJump }: { message: ClientMessage; onJump: (id: number) => void }) {
  const me = useMe();
  const author = useUser(message.userid);
  const data = message.msg.data as CardData | undefined;
  const concerned = data?.done_userids ?? (data?.userids ?? '').split(',').filter(Boolean).map(Number);
  const users = useUsers(concerned.slice(0, NAMED));
  if (message.type === 'notice' || !data) return <div className={classes.notice}>{noticeText(message)}</div>;
  const nameOf = (userid: number, nickname: string | undefined) => (userid === me ? t('dialog.you') : (nickname ?? ''));
  const more = (data.count ?? concerned.length) - users.length;
  const names =
    users.map((user, index) => nameOf(concerned[index] ?? 0, user?.nickname)).join(', ') +
    (more > 0 ? ` +${more}` : '');
  const isDone = message.msg.action === 'done';
  const words = t(keyOf(message.type, message.msg.action), {
    name: isDone ? names : nameOf(message.userid, author?.nickname),
    names,
  });
  const preview = data.type ? previewLine({ type: data.type, msg: data.msg ?? {} }) : '';
  return (
    <div className={classes.notice} data-message={message.id}>
      <PlainButton className={classes.card} disabled={!data.type} onClick={() => onJump(data.id)}>
        {words}
        {preview && <span className={classes.about}>· {preview}</span>}
      </PlainButton>
    </div>
  );
}

function keyOf(type: string, action: unknown) {
  if (type === 'tag') return action === 'remove' ? 'line.tag_remove' : 'line.tag_add';
  if (type === 'top') return action === 'remove' ? 'line.top_remove' : 'line.top_add';
  if (action === 'done') return 'line.todo_done';
  return action === 'remove' ? 'line.todo_remove' : 'line.todo_add';
}
