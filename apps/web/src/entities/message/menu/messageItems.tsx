import type { ClientMessage } from '@atrium/client/store/rows.ts';
import {
  IconArrowBackUp,
  IconChecklist,
  IconCopy,
  IconDownload,
  IconFlag,
  IconLanguage,
  IconLetterCase,
  IconLink,
  IconListCheck,
  IconMarkdown,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconShare3,
  IconSparkles,
  IconSquarePlus,
  IconStar,
  IconTag,
  IconTagOff,
  IconTrash,
} from '@tabler/icons-react';
import { canAsk } from '#entities/assistant/writing.actions.ts';
import { addFavorite } from '#entities/favorite/favorite.actions.ts';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import { canCopyPictures, copyPicture } from '#entities/message/files/copyPicture.ts';
import { fileOf } from '#entities/message/files/fileShown.ts';
import { wholeText } from '#entities/message/message.actions.ts';
import {
  isTranscribable,
  isTranslatable,
  transcribe,
  translateMessage,
} from '#entities/message/text/languageServices.ts';
import { fileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { notify } from '#ui/overlays/notices.ts';

export interface MenuPlace {
  isMine: boolean;
  isPinned: boolean;
}

interface MessageItem {
  key: string;
  label: string;
  icon: typeof IconCopy;
  run: () => void;
  isDangerous?: boolean;
}

/** False for polls and sign-up lists, which belong to their group. */
const isForwardable = ({ type }: ClientMessage) => !['vote', 'word-chain', 'template'].includes(type);
/** True for a text without pictures, which the field cannot hold. */
export const isEditable = (message: ClientMessage) =>
  isText(message) && message.mtype !== 'emoticon' && message.mtype !== 'image';
const isText = ({ type }: ClientMessage) => type === 'text' || type === 'longtext';

const WHOLE = 200_000;
function copy(text: string): void {
  void navigator.clipboard?.writeText(text).then(() => notify(t('action.copied')));
}
function done(copying: Promise<void>): void {
  copying.then(
    () => notify(t('action.copied')),
    () => notify(t('error.request'), { kind: 'error' }),
  );
}
/** Copies a message as it was written; of a long one the full text. */
async function copySource(message: ClientMessage): Promise<void> {
  if (message.type === 'text') return copy(String(message.msg.text ?? ''));
  done(wholeText(message).then(({ text }) => navigator.clipboard.writeText(text)));
}

function save(message: ClientMessage): void {
  const { url, name } = fileOf(message);
  const link = document.createElement('a');
  link.href = fileAddress(url, '&down=yes');
  link.download = name;
  link.click();
}

/** All actions on a message, each once: both the button's menu and the context menu show these. */
export function itemsFor(
  message: ClientMessage,
  { isMine, isPinned }: MenuPlace,
  actions: BubbleActions,
): MessageItem[] {
  const link = `${location.origin}/manage/messenger?dialog=${message.dialog_id}&msg=${message.id}`;
  const { tag, todo } = message;
  const items: (MessageItem | false)[] = [
    { key: 'reply', label: t('message.reply'), icon: IconArrowBackUp, run: () => actions.reply(message) },
    isMine &&
      isEditable(message) && {
        key: 'edit',
        label: t('action.edit'),
        icon: IconPencil,
        run: () => actions.edit(message),
      },
    isTranscribable(message) && {
      key: 'to_text',
      label: t('record.to_text'),
      icon: IconLetterCase,
      run: () => void transcribe(message),
    },
    isTranslatable(message) && {
      key: 'translate',
      label: t('message.translate'),
      icon: IconLanguage,
      run: () => void translateMessage(message),
    },
    !['file', 'record'].includes(message.type) && {
      key: 'copy',
      label: t('action.copy'),
      icon: IconCopy,
      run: () => copy(previewLine(message, WHOLE)),
    },
    isText(message) &&
      message.msg.type === 'md' && {
        key: 'source',
        label: t('message.copy_source'),
        icon: IconMarkdown,
        run: () => void copySource(message),
      },
    message.type === 'file' &&
      message.mtype === 'image' &&
      canCopyPictures() && {
        key: 'copy_picture',
        label: t('file.copy_picture'),
        icon: IconCopy,
        run: () => done(copyPicture(fileAddress(fileOf(message).url))),
      },
    { key: 'link', label: t('message.copy_link'), icon: IconLink, run: () => copy(link) },
    message.type === 'file' && {
      key: 'download',
      label: t(message.mtype === 'image' ? 'file.save_picture' : 'action.download'),
      icon: IconDownload,
      run: () => save(message),
    },
    isForwardable(message) && {
      key: 'forward',
      label: t('message.forward'),
      icon: IconShare3,
      run: () => actions.forward([message]),
    },
    isForwardable(message) && {
      key: 'select',
      label: t('message.select'),
      icon: IconListCheck,
      run: () => actions.select(message),
    },
    {
      key: 'tag',
      label: t(tag ? 'message.untag' : 'message.tag'),
      icon: tag ? IconTagOff : IconTag,
      run: () => actions.tag(message),
    },
    {
      key: 'todo',
      label: t(todo ? 'todo.change' : 'todo.set'),
      icon: IconChecklist,
      run: () => actions.editTodo(message),
    },
    {
      key: 'top',
      label: t(isPinned ? 'action.unpin' : 'action.pin'),
      icon: isPinned ? IconPinnedOff : IconPin,
      run: () => actions.pin(message),
    },
    {
      key: 'favorite',
      label: t('favorite.add'),
      icon: IconStar,
      run: () => void addFavorite('message', message.id),
    },
    isText(message) && {
      key: 'task',
      label: t('message.new_task'),
      icon: IconSquarePlus,
      run: () => actions.newTask(message),
    },
    isText(message) &&
      message.id > 0 &&
      canAsk() && {
        key: 'propose_tasks',
        label: t('ai.tasks'),
        icon: IconSparkles,
        run: () => actions.proposeTasks(message),
      },
    !isMine &&
      message.id > 0 &&
      message.userid > 0 && {
        key: 'report',
        label: t('complaint.report'),
        icon: IconFlag,
        run: () => actions.report(message),
      },
    isMine && {
      key: 'withdraw',
      label: t('message.withdraw'),
      icon: IconTrash,
      run: () => actions.withdraw(message),
      isDangerous: true,
    },
  ];
  return items.filter((item) => item !== false);
}
