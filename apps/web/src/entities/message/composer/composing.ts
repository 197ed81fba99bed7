import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Icon } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { SendFormat } from '#entities/message/message.actions.ts';
import type { Recording } from '#entities/voice/recorder.ts';

export interface ComposerExtra {
  key: string;
  label: string;
  icon: Icon;
  run: () => void;
}

export interface ComposerHandle {
  focus(): void;
  hasFocus?(): boolean;
  /** The content of the field, as HTML; missing while the field loads. */
  html?(): string;
  /** Replaces what is in the field. */
  fill?(html: string): void;
}

/** The properties of a conversation that the field needs. */
export type ComposerDialog = Pick<
  ClientDialog,
  'id' | 'type' | 'group_type' | 'owner_id' | 'link_id' | 'group_info' | 'bot' | 'dialog_user' | 'email'
>;

export interface ComposerProps {
  /** The accessible name of the field, shown while it is empty. */
  placeholder: string;
  /** The draft, read when the field is created: another field may have changed it since. */
  draft: () => string;
  /** The text of a message's edit that was begun; '' if there is none. */
  edited?: (messageId: number) => string;
  /** Counts how often `draft` was replaced by another device. */
  replaced?: number;
  dialog: ComposerDialog;
  people: readonly UserBasic[];
  reply: ClientMessage | null;
  editing: ClientMessage | null;
  isMuted: boolean;
  /** Characters; further text is removed. */
  maxLength?: number;
  /** The kinds of messages besides text. */
  extras: readonly ComposerExtra[];
  onDraft: (html: string) => void;
  /** The text of an edit has changed; the draft waits meanwhile. */
  onEdit?: (messageId: number, html: string) => void;
  onSend: (text: string, format: SendFormat) => void;
  onCancel: () => void;
  /** Pasted files. */
  onFiles: (files: readonly File[]) => void;
  /** A voice recording. */
  onVoice: (recorded: Recording) => void;
  /** The attachment button. */
  onAttach: () => void;
  /** ArrowUp in an empty field: the last own message. */
  onEditLast: () => void;
  ref?: Ref<ComposerHandle>;
}
