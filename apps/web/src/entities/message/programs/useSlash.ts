import { silenceDialog } from '@atrium/client/dialogs/dialogActions.ts';
import type { BuiltIn } from '@atrium/contract/chat/commands.ts';
import { addPeople } from '#entities/dialog/dialog.actions.ts';
import { meetHere } from '#entities/dialog/meetHere.ts';
import type { OpenModal } from '#entities/message/ConversationModals.tsx';
import type { ComposerDialog } from '#entities/message/composer/composing.ts';
import { castVote } from '#entities/message/polls/poll.actions.ts';
import { chosenOptions, openPoll } from '#entities/message/polls/polls.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { showSearch } from '#ui/keys/showSearch.ts';
import { notify } from '#ui/overlays/notices.ts';
import { addReminder, readCommands, runCommand, setStatus, showReply } from './program.actions.ts';
import { openForm } from './shownForm.ts';
import { builtIn, commandIn, ofPrograms, reminderIn } from './slash.ts';

interface Typed {
  dialog: ComposerDialog;
  /** The plain text of the field. */
  text: string;
  /** People that it mentions. */
  mentioned: readonly number[];
  open: (modal: OpenModal) => void;
  /** Sends the text as a message. */
  send: () => void;
}

/** Carries out a command. False if the text is no command but a message; commands to a bot are messages too. */
export function carryOutSlash({ dialog, text, mentioned, open, send }: Typed): boolean {
  const command = dialog.bot > 0 ? null : commandIn(text);
  if (!command) return false;
  const own = builtIn(dialog.type === 'group').find(({ word }) => word === command.word);
  if (own?.run.kind === 'built-in') {
    runBuiltIn(own.run.word, { dialog, rest: command.rest.trim(), mentioned, open });
    return true;
  }
  // The list of commands is read first, because a text for a program must not become a message for everybody.
  void readCommands().then((list) => {
    const found = ofPrograms(list).find(({ word }) => word === command.word);
    if (found?.run.kind !== 'program') return send();
    runCommand(dialog.id, found.run.id, command.rest).then(
      ({ form }) => form && openForm({ form, dialogId: dialog.id }),
      (error: unknown) => notify(wordsOf(error), { kind: 'error' }),
    );
  });
  return true;
}

interface Words {
  dialog: ComposerDialog;
  rest: string;
  mentioned: readonly number[];
  open: (modal: OpenModal) => void;
}

function runBuiltIn(word: BuiltIn, { dialog, rest, mentioned, open }: Words): void {
  switch (word) {
    case 'task':
      return open({ kind: 'newTask', text: rest });
    case 'approve':
      return open({ kind: 'approve', text: rest });
    case 'meet':
      return void meetHere(dialog);
    case 'poll':
      return open({ kind: 'vote', text: rest });
    case 'vote':
      return answerPoll(dialog.id, rest);
    case 'status':
      return rest ? void setStatus(...statusIn(rest), null) : open({ kind: 'status' });
    case 'away':
      return away(rest);
    case 'invite':
      return mentioned.length > 0 ? void addPeople(dialog.id, [...mentioned]) : open({ kind: 'invite' });
    case 'mute':
      return mute(dialog.id);
    case 'search':
      return showSearch(rest);
    case 'remind': {
      const { text, at } = reminderIn(rest, nowDate());
      if (!at) return open({ kind: 'reminder', text });
      return void addReminder(text, at);
    }
    case 'help':
      return open({ kind: 'commands' });
  }
}

/** Votes in the newest open poll of the conversation; without a valid choice, shows what can be chosen. */
function answerPoll(dialogId: number, rest: string): void {
  const me = client.user?.userid ?? 0;
  const poll = openPoll(
    client.store.all('message').filter((message) => message.dialog_id === dialogId),
    me,
  );
  if (!poll) return notify(t('slash.no_poll'));
  const chosen = chosenOptions(poll, rest);
  if (chosen.length > 0) return castVote(poll.uuid, chosen);
  const options = poll.list.map((option, index) => `${index + 1}. ${option.text}`).join('\n');
  showReply({ dialog_id: dialogId, name: poll.text, text: `${options}\n\n${t('slash.vote_how')}` });
}

/** Splits a status: an emoji at the beginning is its picture. */
function statusIn(text: string): [emoji: string, text: string] {
  const [, emoji = '', words = ''] = /^(\p{RGI_Emoji})\s*(.*)$/sv.exec(text) ?? [];
  return emoji ? [emoji, words] : ['', text];
}

const AWAY = '🌙';

/** Sets the person away, or back. */
function away(rest: string): void {
  const me = client.store.get('user', client.user?.userid ?? 0);
  const isAway = me?.status_emoji === AWAY && rest === '';
  void setStatus(isAway ? '' : AWAY, isAway ? '' : rest || t('status.away'), null);
}

function mute(dialogId: number): void {
  const isMuted = client.store.get('dialog', dialogId)?.silence === 1;
  client.mutate(silenceDialog, { dialog_id: dialogId, type: isMuted ? 'cancel' : 'set' }).then(
    () => notify(t(isMuted ? 'slash.unmuted' : 'slash.muted')),
    // The error is ignored, because the shell shows refusals.
    () => undefined,
  );
}
