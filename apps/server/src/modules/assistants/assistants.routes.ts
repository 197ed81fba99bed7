import * as contract from '@atrium/contract/chat/assistants.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import * as sessions from './sessions.service.ts';
import * as vendors from './vendors.service.ts';

export const assistantRoutes: Route[] = [
  direct(contract.assistantSetting, vendors.settings),
  read(contract.assistantCheck, vendors.checkVendor),
  read(contract.assistantModels, vendors.listModels),
  write(contract.assistantBot, vendors.botOf),
  write(contract.sessionCreate, sessions.createSession),
  read(contract.sessionList, sessions.listSessions),
  write(contract.sessionOpen, sessions.openSession),
  write(contract.sessionRename, sessions.renameSession),
];
