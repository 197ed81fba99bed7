import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { cutAtWord } from '@atrium/richtext/cutText.ts';
import classes from '#entities/message/list/MessageList.module.css';
import { useMe, useUser, useUsers } from '#entities/user/useUsers.ts';
import { formatList, t } from '#sync/language.ts';
import { noticeText, previewLine } from '#sync/preview.ts';
import { PlainButton } from '#ui/PlainButton.tsx';

interface CardData {
  id: number;
  type?: string;
  msg?: Record<string, unknown>;
  userids?: string;
  count?: number;
  done_userids?: number[];
}

const NAMED = 3;
const ABOUT_CHARS = 60;

/** A system line; one about a message links to it. */
export function SystemLine({ message, onJump }: { message: ClientMessage; onJump: (id: number) => void }) {
  const me = useMe();
  const author = useUser(message.userid);
  const data = message.msg.data as CardData | undefined;
  const concerned = data?.done_userids ?? (data?.userids ?? '').split(',').filter(Boolean).map(Number);
  const users = useUsers(concerned.slice(0, NAMED));
  if (message.type === 'notice' || !data) return <div className={classes.notice}>{noticeText(message)}</div>;
  const act = actOf(message.type, message.msg.action);
  const isMine = message.userid === me;
  const more = (data.count ?? concerned.length) - users.length;
  const names = formatList([
    ...users.map((user, index) => (concerned[index] === me ? youAs(act, isMine) : (user?.nickname ?? ''))),
    ...(more > 0 ? [`+${more}`] : []),
  ]);
  const name = act === 'todo_done' ? names : (author?.nickname ?? '');
  // A to-do that somebody sets for themselves names them only once.
  const isOwn =
    act === 'todo_add' && !isMine && concerned.length === 1 && concerned[0] === message.userid && more === 0;
  const others = isOwn ? t('line.own_todo_add', { name }) : t(`line.${act}`, { name, names });
  const words = isMine && act !== 'todo_done' ? t(`line.you_${act}`, { names }) : others;
  const preview = data.type ? cutAtWord(previewLine({ type: data.type, msg: data.msg ?? {} }, 200), ABOUT_CHARS) : '';
  return (
    <div className={classes.notice} data-message={message.id}>
      <PlainButton className={classes.card} disabled={!data.type} onClick={() => onJump(data.id)}>
        {words}
        {preview && <span className={classes.about}>· {preview}</span>}
      </PlainButton>
    </div>
  );
}

type Act = 'tag_add' | 'tag_remove' | 'top_add' | 'top_remove' | 'todo_add' | 'todo_remove' | 'todo_done';

function actOf(type: string, action: unknown): Act {
  if (type === 'tag') return action === 'remove' ? 'tag_remove' : 'tag_add';
  if (type === 'top') return action === 'remove' ? 'top_remove' : 'top_add';
  if (action === 'done') return 'todo_done';
  return action === 'remove' ? 'todo_remove' : 'todo_add';
}

/** Names the reader in a line about them: each sentence has its own form of "you". */
function youAs(act: Act, isMine: boolean): string {
  if (act === 'todo_done') return t('line.by_you');
  if (act === 'todo_remove') return t(isMine ? 'line.off_yourself' : 'line.off_you');
  return t(isMine ? 'line.to_yourself' : 'line.to_you');
}
