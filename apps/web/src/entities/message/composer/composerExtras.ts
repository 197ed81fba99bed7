import { isAssistant } from '@atrium/contract/chat/assistants.ts';
import {
  IconCameraSpark,
  IconChartBar,
  IconGhost2,
  IconListDetails,
  IconListNumbers,
  IconMapPin,
  IconNotes,
  IconPaperclip,
  IconPhone,
  IconPhoto,
  IconScreenshot,
  IconSparkles,
  IconVideo,
} from '@tabler/icons-react';
import { canAsk } from '#entities/assistant/writing.actions.ts';
import { meetHere } from '#entities/dialog/meetHere.ts';
import { mayMeet } from '#entities/meeting/meeting.ts';
import type { OpenModal } from '#entities/message/ConversationModals.tsx';
import { callPerson } from '#entities/message/message.actions.ts';
import { canRecord } from '#entities/voice/VoiceButton.tsx';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import type { ComposerDialog, ComposerExtra } from './composing.ts';

/**
 * The kinds of messages besides text. Polls and sign-up lists are for groups, an anonymous message for another person.
 */
export function composerExtras(
  dialog: ComposerDialog,
  open: (modal: OpenModal) => void,
  choose: (accept: string) => void,
  shoot: () => void,
): ComposerExtra[] {
  const file = { key: 'file', label: t('file.choose'), icon: IconPaperclip, run: () => choose('') };
  const written = writingExtras(open);
  // An assistant reads texts and files.
  if (isAssistant(dialog.email)) return [file, ...written];
  return [
    file,
    ...written,
    { key: 'picture', label: t('file.choose_picture'), icon: IconPhoto, run: () => choose(PICTURES) },
    ...(host.canLatestPhoto()
      ? [{ key: 'maybe-photo', label: t('photo.latest'), icon: IconCameraSpark, run: () => open({ kind: 'photo' }) }]
      : []),
    ...(host.canCapture()
      ? [{ key: 'screenshot', label: t('screenshot.title'), icon: IconScreenshot, run: shoot }]
      : []),
    { key: 'location', label: t('location.title'), icon: IconMapPin, run: () => open({ kind: 'location' }) },
    ...meetingExtra(dialog),
    ...ownExtras(dialog, open),
  ];
}

function meetingExtra(dialog: ComposerDialog): ComposerExtra[] {
  if (dialog.bot > 0 || !mayMeet() || !canRecord()) return [];
  const run = () => void meetHere(dialog);
  return [{ key: 'meeting', label: t('meeting.new'), icon: IconVideo, run }];
}

/** The actions of an assistant for the field. */
function writingExtras(open: (modal: OpenModal) => void): ComposerExtra[] {
  if (!canAsk()) return [];
  return [{ key: 'generate', label: t('ai.generate'), icon: IconSparkles, run: () => open({ kind: 'generate' }) }];
}

/** The actions of an assistant for a conversation among people. */
export function readingExtras(
  dialog: Pick<ComposerDialog, 'email'>,
  firstUnread: number,
  open: (modal: OpenModal) => void,
): ComposerExtra[] {
  if (!canAsk() || isAssistant(dialog.email)) return [];
  const summary = { key: 'summary', label: t('ai.summary'), icon: IconListDetails };
  const notes = { key: 'notes', label: t('ai.notes'), icon: IconNotes, run: () => open({ kind: 'notes' }) };
  return firstUnread > 0
    ? [{ ...summary, run: () => open({ kind: 'summary', fromId: firstUnread, replyId: 0 }) }, notes]
    : [notes];
}

const PICTURES = 'image/jpeg,image/png,image/gif,image/webp';

function ownExtras(dialog: ComposerDialog, open: (modal: OpenModal) => void): ComposerExtra[] {
  if (dialog.type !== 'group') {
    const isOther = dialog.bot === 0 && (dialog.dialog_user?.userid ?? 0) !== (client.user?.userid ?? 0);
    if (!isOther) return [];
    const isOpen = client.setting?.anon_message !== 'close';
    const call = { key: 'call', label: t('composer.call'), icon: IconPhone, run: () => void callPerson(dialog.id) };
    const anon = { key: 'anon', label: t('anon.title'), icon: IconGhost2, run: () => open({ kind: 'anon' }) };
    return [...(host.canCall() ? [call] : []), ...(isOpen ? [anon] : [])];
  }
  return [
    { key: 'chain', label: t('chain.start'), icon: IconListNumbers, run: () => open({ kind: 'chain' }) },
    { key: 'vote', label: t('vote.start_menu'), icon: IconChartBar, run: () => open({ kind: 'vote' }) },
  ];
}
