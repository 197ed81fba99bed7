import type { Meeting } from '@atrium/contract/chat/meetings.ts';
import { wireTime } from '#platform/time/time';
import type { MeetingRow } from './meetings.queries.ts';

export const presentMeeting = (row: MeetingRow): Meeting => ({
  id: row.id,
  meetingid: row.meetingid,
  name: row.name,
  channel: row.channel,
  userid: row.userid,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  end_at: wireTime(row.end_at),
});
