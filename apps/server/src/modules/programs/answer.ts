import { FormField, MessageAction, MOST_ACTIONS, MOST_FIELDS } from '@atrium/contract/chat/actions.ts';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { problemOf } from '#modules/messages/sending/send.service';

/** The same limit as Slack's. */
const MOST_CHARS = 40_000;

const Actions = Type.Array(MessageAction, { maxItems: MOST_ACTIONS });
/** A program's answer, as JSON. Other fields are ignored: Slack's and Mattermost's programs send some. */
const Answer = Type.Object({
  text: Type.Optional(Type.String({ maxLength: MOST_CHARS })),
  response_type: Type.Optional(Type.String()),
  actions: Type.Optional(Actions),
  /** The content that replaces the message with the button. */
  update: Type.Optional(
    Type.Object({ text: Type.String({ minLength: 1, maxLength: MOST_CHARS }), actions: Type.Optional(Actions) }),
  ),
  form: Type.Optional(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 80 }),
      title: Type.String({ minLength: 1, maxLength: 100 }),
      submit: Type.Optional(Type.String({ maxLength: 40 })),
      fields: Type.Array(FormField, { minItems: 1, maxItems: MOST_FIELDS }),
    }),
  ),
  /** The problems by the names of fields. */
  errors: Type.Optional(Type.Record(Type.String({ maxLength: 80 }), Type.String({ maxLength: 300 }))),
});
export type Answer = Static<typeof Answer>;

const validator = Compile(Answer);

/** An answer that cannot be used. `problem` is English, for the program's author. */
export class UnusableAnswer extends Error {}

/**
 * Reads what a program answered: JSON, or text for the person alone. An empty answer is one without words.
 *
 * @throws UnusableAnswer
 */
export function readAnswer(body: string): Answer {
  const text = body.trim();
  if (!text.startsWith('{')) return text === '' || /^ok$/i.test(text) ? {} : { text: text.slice(0, MOST_CHARS) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnusableAnswer('the answer is not JSON');
  }
  if (!validator.Check(value)) {
    const [first] = validator.Errors(value);
    throw new UnusableAnswer(`${first?.instancePath ?? ''} ${first?.message ?? 'is not as described'}`.trim());
  }
  const problem = problemOf(value.actions ?? []) || problemOf(value.update?.actions ?? []);
  if (problem) throw new UnusableAnswer(problem);
  return value;
}

export const isForAll = ({ response_type }: Answer): boolean => response_type === 'in_channel';
