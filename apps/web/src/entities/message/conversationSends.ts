import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { type Place, sendLocation } from '#entities/location/location.actions.ts';
import { sendVoice } from '#entities/voice/voice.actions.ts';
import type { OpenModal } from './ConversationModals.tsx';
import { sendFiles } from './files/file.actions.ts';
import { dropDraft, isFieldFree, type SendFormat, send } from './message.actions.ts';
import { beginsWithSlash, typedIn } from './programs/slash.ts';
import { carryOutSlash } from './programs/useSlash.ts';

type Voice = Parameters<typeof sendVoice>[1];

interface Options {
  dialog: ClientDialog;
  reply: ClientMessage | null;
  editing: ClientMessage | null;
  edit: (message: ClientMessage) => void;
  /** True if the person is writing in another field of the page. */
  isElsewhere: () => boolean;
  /** Ends the reply or the edit. */
  dropQuote: () => void;
  /** True if newer messages are not loaded: the list then goes to the newest ones. */
  hasNewer: boolean;
  toLatest: () => void;
  toBottom: () => void;
  open: (modal: OpenModal) => void;
}

/** The senders of a conversation: text, commands, files, a place, a voice recording. */
export function conversationSends(options: Options) {
  const { dialog, reply, editing, edit, isElsewhere, dropQuote, hasNewer, toLatest, toBottom, open } = options;
  // What is typed meanwhile stays in the field. The refused text returns with the next edit of the message.
  const onRefused = () => {
    if (editing && isFieldFree(dialog.id) && !isElsewhere()) edit(editing);
  };
  const sendNow = (text: string, format: SendFormat) => {
    send({ dialogId: dialog.id, text, format, reply, editing, onRefused });
    dropQuote();
    if (hasNewer) toLatest();
    toBottom();
  };
  return {
    onSend(text: string, format: SendFormat) {
      const isCommand =
        !editing &&
        beginsWithSlash(text) &&
        carryOutSlash({ dialog, ...typedIn(text), open, send: () => sendNow(text, format) });
      if (!isCommand) return sendNow(text, format);
      dropDraft(dialog.id);
      dropQuote();
    },
    onFiles(files: readonly File[]) {
      void sendFiles(dialog.id, files, { reply }).then(toBottom);
      dropQuote();
      if (hasNewer) toLatest();
    },
    onPlace(place: Place) {
      sendLocation(dialog.id, place, reply);
      dropQuote();
      if (hasNewer) toLatest();
      toBottom();
    },
    onVoice(recorded: Voice) {
      dropQuote();
      sendVoice(dialog.id, recorded, reply);
      toBottom();
    },
  };
}
