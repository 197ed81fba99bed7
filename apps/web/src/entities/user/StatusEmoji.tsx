import { statusWords } from './status.ts';
import { useUser } from './useUsers.ts';

/** The picture of a person's status; nothing without one. */
export function StatusEmoji({ userid }: { userid: number }) {
  const user = useUser(userid);
  const words = statusWords(user);
  if (!words || !user?.status_emoji) return null;
  return (
    <span role="img" aria-label={words} title={words}>
      {user.status_emoji}
    </span>
  );
}
