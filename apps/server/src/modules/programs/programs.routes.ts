import { msgAct, msgForm } from '@atrium/contract/chat/actions.ts';
import * as contract from '@atrium/contract/chat/commands.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { act, submitForm } from './actions.service.ts';
import { deleteCommand, editCommand, listOwn, listUsable, runCommand, secretOf } from './commands.service.ts';

export const programRoutes: Route[] = [
  direct(msgAct, act),
  direct(msgForm, submitForm),
  read(contract.commandList, listUsable),
  direct(contract.commandRun, runCommand),
  read(contract.commandOwn, listOwn),
  write(contract.commandEdit, editCommand),
  write(contract.commandSecret, secretOf),
  write(contract.commandDelete, deleteCommand),
];
