import { statusOf, statusWords } from './status.ts';
import { useUser } from './useUsers.ts';

/** The picture of a person's status; nothing without one. */
export function StatusEmoji({ userid }: { userid: number }) {
  const user = useUser(userid);
  const status = statusOf(user);
  if (!status?.emoji) return null;
  const words = statusWords(user);
  return (
    <span role="img" aria-label={words} title={words}>
      {status.emoji}
    </span>
  );
}
