import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Flag, Id, Line, MaybeFlag, MaybeId, Nullable, Text } from '../kit.ts';
import { ProgramAnswer } from './actions.ts';

/** Letters of any script, digits, `-` and `_`, without the slash. */
export const COMMAND_WORD = '^[\\p{L}\\p{N}_-]{1,30}$';
/** Commands of Atrium itself; no custom one has their names. */
export const BUILT_IN = [
  'remind',
  'task',
  'approve',
  'meet',
  'poll',
  'vote',
  'status',
  'away',
  'invite',
  'mute',
  'search',
  'help',
] as const;
export type BuiltIn = (typeof BUILT_IN)[number];
export const MOST_COMMANDS = 50;

/** A command that calls an address, for people who use it. */
export const CommandInfo = Type.Object({
  id: Id(),
  word: Type.String(),
  /** The parameters, for example `[service] [version]`. */
  hint: Type.String(),
  about: Type.String(),
  /** The name of the bot that answers. */
  name: Type.String(),
});
export type CommandInfo = Static<typeof CommandInfo>;

/** A command, for its maker and for administrators. */
export const Command = Type.Object({
  ...CommandInfo.properties,
  url: Type.String(),
  /** Everybody in the workspace may use it; otherwise its maker alone. */
  for_all: Type.Boolean(),
  userid: Id(),
  nickname: Type.String(),
  uses: Count(),
  used_at: Nullable(DateTime()),
  /** The error of the last call; '' = it was accepted. */
  problem: Type.String(),
});
export type Command = Static<typeof Command>;

export const commandErrors = errors({
  'command.gone': { ret: 0 },
  'command.word': { ret: 0 },
  'command.taken': { ret: 0 },
  'command.url': { ret: 0 },
  'command.many': { ret: 0 },
  'command.name': { ret: 0 },
});

export const commandList = call('dialog/command/list', {
  summary: 'Lists the custom commands that the caller may use.',
  access: 'user',
  output: Type.Object({ list: Type.Array(CommandInfo) }),
});
export const commandRun = call('dialog/command/run', {
  summary: 'Calls a custom command’s address and returns its answer to the caller.',
  access: 'user',
  input: Type.Object({ dialog_id: Id(), id: Id(), text: Text({ maxLength: 4000 }) }),
  output: ProgramAnswer,
  errors: ['dialog.gone', 'message.muted', 'command.gone', 'program.silent', 'program.unusable', 'program.actions'],
});
export const commandOwn = call('users/command/list', {
  summary: 'Lists the caller’s commands; all of the workspace for administrators who ask for them.',
  access: 'user',
  input: Type.Object({ all: MaybeFlag() }),
  output: Type.Object({ list: Type.Array(Command) }),
  errors: ['forbidden'],
});
export const commandEdit = call('users/command/edit', {
  summary: 'Makes a command or changes one. Only administrators make commands for everybody.',
  access: 'user',
  input: Type.Object({
    /** Without it, a new command. */
    id: MaybeId(),
    word: Line({ maxLength: 31 }),
    name: Line({ maxLength: 100 }),
    url: Line({ maxLength: 500 }),
    hint: Type.Optional(Line({ maxLength: 100 })),
    about: Type.Optional(Line({ maxLength: 200 })),
    for_all: Flag(),
  }),
  output: Command,
  errors: ['forbidden', 'command.gone', 'command.word', 'command.taken', 'command.url', 'command.many', 'command.name'],
});
export const commandSecret = call('users/command/secret', {
  summary: 'Returns the secret with which calls of a command are signed; `renew` replaces it.',
  access: 'user',
  input: Type.Object({ id: Id(), renew: MaybeFlag() }),
  output: Type.Object({ secret: Type.String() }),
  errors: ['command.gone'],
});
export const commandDelete = call('users/command/delete', {
  summary: 'Deletes a command; messages that it posted stay.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['command.gone'],
});

export const commandCalls = [commandList, commandRun, commandOwn, commandEdit, commandSecret, commandDelete] as const;
