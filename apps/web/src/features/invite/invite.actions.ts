import { projectInviteInfo, projectInviteJoin } from '@atrium/contract/projects/projects.ts';
import { client } from '#sync/session.ts';

export const inviteInfo = (code: string) => client.api.call(projectInviteInfo, { code });
export const joinByInvite = (code: string) => client.api.call(projectInviteJoin, { code });
