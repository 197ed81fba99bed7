import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { useStable } from '#ui/useStable.ts';

/** The fields of a conversation that change with every message. */
const TALK = {
  last_msg: null,
  last_at: null,
  updated_at: '',
  unread: 0,
  unread_one: 0,
  mention: 0,
  mention_ids: [],
  user_at: '',
  user_ms: 0,
  last_seq: 0,
  gone: 0,
} as const satisfies Partial<ClientDialog>;

/**
 * A conversation without the fields that messages change, as the same object until something else changes: for parts
 * that do not show messages. On a slow machine, redrawing everything with every message slows down typing.
 */
export const useStableDialog = (dialog: ClientDialog): ClientDialog => useStable<ClientDialog>({ ...dialog, ...TALK });
