import * as contract from '@atrium/contract/messages.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import * as messages from './messages.service.ts';
import { sendText } from './send.service.ts';

export const messageRoutes: Route[] = [
  read(contract.msgList, messages.listMessages),
  read(contract.msgLatest, messages.listLatest),
  read(contract.msgOne, messages.oneMessage),
  read(contract.msgDetail, messages.messageDetail),
  direct(contract.msgSendtext, sendText),
  write(contract.msgRead, messages.readMessages),
  read(contract.msgUnread, messages.unreadOf),
  read(contract.msgReadlist, messages.listReaders),
  write(contract.msgWithdraw, messages.withdrawMessage),
  write(contract.msgEmoji, messages.reactTo),
];
