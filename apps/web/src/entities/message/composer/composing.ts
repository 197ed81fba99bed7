import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Icon } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { SendFormat } from '#entities/message/message.actions.ts';
import type { Recorded } from '#entities/voice/recorder.ts';

export interface ComposerExtra {
  key: string;
  label: string;
  icon: Icon;
  run: () => void;
}

export interface ComposerHandle {
  focus(): void;
}

/** What the field knows of its conversation. */
export type ComposerDialog = Pick<
  ClientDialog,
  'id' | 'type' | 'group_type' | 'owner_id' | 'link_id' | 'group_info' | 'bot' | 'dialog_user'
>;

export interface ComposerProps {
  /** Names the field to assistive technology and in the empty field. */
  placeholder: string;
  /** What was begun, asked for when the field is made: another one may have stood here and have got more since. */
  draft: () => string;
  /** Counts how often `draft` was replaced by another device. */
  replaced?: number;
  dialog: ComposerDialog;
  people: readonly UserBasic[];
  reply: ClientMessage | null;
  editing: ClientMessage | null;
  isMuted: boolean;
  /** Characters; what is written beyond is taken away. */
  maxLength?: number;
  /** What can be sent beside text. */
  extras: readonly ComposerExtra[];
  onDraft: (html: string) => void;
  onSend: (text: string, format: SendFormat) => void;
  onCancel: () => void;
  /** Files that were pasted. */
  onFiles: (files: readonly File[]) => void;
  /** Somebody spoke instead. */
  onVoice: (recorded: Recorded) => void;
  /** The paperclip. */
  onAttach: () => void;
  /** ArrowUp in an empty field: the last own message. */
  onEditLast: () => void;
  ref?: Ref<ComposerHandle>;
}
