import * as contract from '@atrium/contract/people/invitations.ts';
import { invitedSignUps } from '#modules/auth/signUp/signUp.service';
import { direct, read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { acceptInvitation, finishInvited, readInvitation, signsUpWithoutPassword } from './accept.service.ts';
import { deleteOldInvitations } from './invitations.queries.ts';
import {
  INVITE_JOB,
  invite,
  listInvitations,
  mailInvitation,
  renewInvitation,
  revokeInvitation,
} from './invitations.service.ts';

export const invitationsModule: Module = {
  name: 'invitations',
  routes: [
    read(contract.invitationList, listInvitations),
    write(contract.invitationAdd, invite),
    write(contract.invitationRenew, renewInvitation),
    write(contract.invitationRevoke, revokeInvitation),
    read(contract.invitationInfo, readInvitation),
    direct(contract.invitationAccept, acceptInvitation),
  ],
  jobs: (app) => ({ [INVITE_JOB]: (payload) => mailInvitation(app, payload) }),
  outgoing: [INVITE_JOB],
  contributions: [invitedSignUps.with({ finish: finishInvited, isWithoutPassword: signsUpWithoutPassword })],
  forgetOld: ({ db }) => deleteOldInvitations(db),
};
