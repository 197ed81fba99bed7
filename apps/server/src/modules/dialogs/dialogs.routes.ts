import * as contract from '@atrium/contract/chat/dialogs.ts';
import { type Route, read, write } from '#platform/http/route';
import * as dialogs from './dialogs.service.ts';
import { addDeputy, removeDeputy } from './members/deputies.service.ts';
import { telOf } from './tel.service.ts';

export const dialogRoutes: Route[] = [
  read(contract.dialogLists, dialogs.listDialogs),
  read(contract.dialogOlderUnread, dialogs.listOlderUnread),
  read(contract.dialogOne, dialogs.oneDialog),
  read(contract.dialogUser, dialogs.listPeople),
  write(contract.dialogTop, dialogs.toggleTop),
  write(contract.dialogHide, dialogs.hideDialog),
  write(contract.dialogOpenUser, dialogs.openUser),
  write(contract.dialogColor, dialogs.colorDialog),
  write(contract.dialogMark, dialogs.markDialog),
  write(contract.dialogSilence, dialogs.silenceDialog),
  write(contract.dialogTel, telOf),
  write(contract.groupAdd, dialogs.addGroup),
  write(contract.groupEdit, dialogs.editGroup),
  write(contract.groupAdduser, dialogs.addGroupUsers),
  write(contract.groupDeluser, dialogs.removeGroupUsers),
  write(contract.groupTransfer, dialogs.transferGroup),
  write(contract.groupAdddeputy, addDeputy),
  write(contract.groupDeldeputy, removeDeputy),
  write(contract.groupDisband, dialogs.disbandGroup),
  read(contract.groupSearchuser, dialogs.findGroups),
  read(contract.dialogCommon, dialogs.listCommon),
];
