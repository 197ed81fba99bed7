import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { useStable } from '#ui/useStable.ts';

/** What every message changes of its conversation. */
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
 * A conversation as it stays while people only talk in it, and the same object until something else of it changes: for
 * what says nothing of the talk itself. On a slow machine drawing all of it with every message costs those who type.
 */
export const useStableDialog = (dialog: ClientDialog): ClientDialog => useStable<ClientDialog>({ ...dialog, ...TALK });
