import { msgConvertrecord, msgTranslation, msgVoice2text } from '@atrium/contract/chat/languageServices.ts';
import { msgSendlocation } from '@atrium/contract/chat/locations.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as contract from '@atrium/contract/chat/messages.ts';
import { msgSendfile, msgSendfiles, msgSendrecord } from '@atrium/contract/files/files.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { joinChain } from './cards/chains.service.ts';
import { sendLocation } from './cards/locations.service.ts';
import { takeVote } from './cards/votes.service.ts';
import { checkItem } from './marks/checks.service.ts';
import * as marks from './marks/marks.service.ts';
import * as todos from './marks/todos.service.ts';
import { markVoicePlayed } from './media/markVoicePlayed.service.ts';
import { translateMessage } from './media/translations.service.ts';
import { convertRecord, writeDown } from './media/voices.service.ts';
import * as messages from './messages.service.ts';
import { sendAnonymous } from './sending/anonymous.service.ts';
import * as forwards from './sending/forward.service.ts';
import { markApplied } from './sending/proposedTasks.service.ts';
import { sendText } from './sending/send.service.ts';
import { sendFile, sendFiles, sendRecord } from './sending/sendfile.service.ts';

export const messageRoutes: Route[] = [
  read(contract.msgList, messages.listMessages),
  read(contract.msgLatest, messages.listLatest),
  read(contract.msgOne, messages.oneMessage),
  read(contract.msgDetail, messages.messageDetail),
  direct(contract.msgSendtext, sendText),
  direct(msgSendfile, sendFile),
  direct(msgSendfiles, sendFiles),
  direct(msgSendrecord, sendRecord),
  direct(msgSendlocation, sendLocation),
  direct(msgVoice2text, writeDown),
  direct(msgConvertrecord, convertRecord),
  direct(msgTranslation, translateMessage),
  write(contract.msgRead, messages.readMessages),
  read(contract.msgUnread, messages.unreadOf),
  read(contract.msgReadlist, messages.listReaders),
  write(acts.msgWithdraw, messages.withdrawMessage),
  write(acts.msgEmoji, messages.reactTo),
  write(acts.msgDot, markVoicePlayed),
  write(acts.msgTag, marks.tagMessage),
  write(acts.msgTop, marks.pinMessage),
  read(acts.msgTopinfo, marks.topInfo),
  write(acts.msgTodo, todos.setTodo),
  write(acts.msgTodoremind, todos.remindOfTodo),
  read(acts.msgTodolist, todos.listTodos),
  write(acts.msgDone, todos.finishTodo),
  read(acts.dialogTodo, todos.listMyTodos),
  write(acts.msgForward, forwards.forwardMessages),
  write(acts.msgSendtaskid, forwards.sendTask),
  write(acts.msgVote, takeVote),
  write(acts.msgWordchain, joinChain),
  write(acts.msgApplied, markApplied),
  write(acts.msgChecked, checkItem),
  direct(acts.msgSendanon, sendAnonymous),
];
