import { complaintAction, complaintList } from '@atrium/contract/chat/complaints.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

const PAGE = 50;
export const readComplaints = async (status: 0 | 1, page: number) =>
  client.api.read(complaintList, { status, page, pagesize: PAGE });

/** True if it succeeded; otherwise the server's error has been shown. */
async function act(id: number, type: 'handle' | 'delete'): Promise<boolean> {
  try {
    await client.api.call(complaintAction, { id, type });
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}
export const handleComplaint = (id: number) => act(id, 'handle');
export const deleteComplaint = (id: number) => act(id, 'delete');
