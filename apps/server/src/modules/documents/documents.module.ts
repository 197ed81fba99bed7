import * as contract from '@atrium/contract/files/documents.ts';
import { read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { addComment, listComments, removeComment, resolveComment } from './comments.service.ts';
import { registerDocumentSocket } from './documents.socket.ts';
import { documentRooms } from './rooms.service.ts';
import { flushForgotten } from './text.service.ts';

/** Documents that several people edit at once: their shared state, and comments on it. */
export const documentsModule: Module = {
  name: 'documents',
  routes: [
    read(contract.commentLists, listComments),
    write(contract.commentAdd, addComment),
    write(contract.commentResolve, resolveComment),
    write(contract.commentRemove, removeComment),
  ],
  sockets: registerDocumentSocket,
  jobs: (app) => ({ flush_documents: () => flushForgotten(app) }),
  schedules: ['* * * * * flush_documents ?max=1'],
  stop: (app) => documentRooms(app).close(),
};
