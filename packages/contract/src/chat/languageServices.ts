import { type Static, Type } from 'typebox';
import { call, errors, Id, Line, MaybeFlag, MaybeId, OneOf, Text } from '../kit.ts';
import { Message } from './messages.ts';

/** The languages of translations are those of the interface. */
const Language = () => OneOf('en', 'zh', 'zh-CHT', 'ko', 'ja', 'de', 'fr', 'id', 'ru');

export const languageServiceErrors = errors({
  'voice.closed': { ret: 0 },
  'voice.failed': { ret: 0 },
  'voice.type': { ret: 0 },
  'translation.closed': { ret: 0 },
  'translation.failed': { ret: 0 },
  'translation.type': { ret: 0 },
});

export const msgVoice2text = call('dialog/msg/voice2text', {
  summary: 'Transcribes a voice message; the caller sees the transcript from then on.',
  access: 'user',
  input: Type.Object({ msg_id: Id() }),
  output: Message,
  errors: ['message.gone', 'voice.closed', 'voice.type', 'voice.failed', 'rate.limited'],
});

export const msgConvertrecord = call('dialog/msg/convertrecord', {
  summary: 'Transcribes a recording that has not been sent; with `translate` in another language.',
  access: 'user',
  input: Type.Object({
    base64: Text(),
    /** Milliseconds. */
    duration: Type.Integer({ minimum: 0, wire: 'int' }),
    /** The conversation it is for: earlier messages help to recognize words. */
    dialog_id: MaybeId(),
    /** The language that is probably spoken; by default the caller's own. */
    language: Type.Optional(Line({ maxLength: 20 })),
    translate: Type.Optional(Language()),
  }),
  output: Type.String(),
  errors: [
    'dialog.gone',
    'profile.nickname',
    'profile.phone',
    'record.short',
    'record.broken',
    'voice.closed',
    'voice.failed',
    'translation.closed',
    'translation.failed',
    'assistant.budget',
    'assistant.denied',
    'assistant.off',
    'upload.large',
    'file.empty',
    'rate.limited',
  ],
});

export const Translation = Type.Object({ msg_id: Id(), language: Type.String(), content: Type.String() });
export type Translation = Static<typeof Translation>;

export const msgTranslation = call('dialog/msg/translation', {
  summary: 'Translates a message or the transcript of a voice message; `force` translates it again.',
  access: 'user',
  input: Type.Object({ msg_id: Id(), language: Type.Optional(Language()), force: MaybeFlag() }),
  output: Translation,
  errors: [
    'message.gone',
    'translation.closed',
    'translation.type',
    'translation.failed',
    'assistant.budget',
    'assistant.denied',
    'assistant.off',
    'rate.limited',
  ],
});

export const languageServiceCalls = [msgVoice2text, msgConvertrecord, msgTranslation] as const;
