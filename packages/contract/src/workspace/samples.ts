import { type Static, Type } from 'typebox';
import { Count, call, errors, Flag, OneOf } from '../kit.ts';

/** Sample people, projects, conversations and files that show an administrator a workspace in use. */
export const Samples = Type.Object({
  state: OneOf('none', 'adding', 'there', 'removing'),
  /** Adding or removing it was interrupted: the same call continues it. */
  is_failed: Flag(),
  /** Steps of adding it that are finished, of `total`. */
  done: Count(),
  total: Count(),
  people: Count(),
  /**
   * Content that people of the workspace added to the sample projects, conversations and folders. It is removed with
   * them.
   */
  own: Type.Object({ tasks: Count(), messages: Count(), files: Count() }),
});
export type Samples = Static<typeof Samples>;

export const samplesStatus = call('system/samples', {
  summary: 'Tells whether the workspace has sample content, and what removing it would delete.',
  access: 'admin',
  output: Samples,
});
export const samplesAdd = call('system/samples/add', {
  summary: 'Adds sample content in the background; the caller owns its projects. Existing data is not changed.',
  access: 'admin',
  output: Samples,
  errors: ['samples.removing'],
});
export const samplesRemove = call('system/samples/remove', {
  summary: 'Removes the sample content in the background, with what people added to it. Everything else stays.',
  access: 'admin',
  output: Samples,
});

export const samplesErrors = errors({ 'samples.removing': { ret: 0 } });

export const samplesCalls = [samplesStatus, samplesAdd, samplesRemove] as const;
