import { buffer } from 'node:stream/consumers';
import { plainText } from '@atrium/richtext/plainText.ts';
import { fileInMessage, placeOf } from '#modules/files/files.service';
import { displayName } from '#modules/users/present.service';
import type { App } from '#platform/app';
import { truncate } from '#platform/events/truncate';
import type { ModelMessage, ModelMessagePart } from '#platform/outside/assistant';
import { viewFor } from '#platform/work';
import type { Ask, ConversationMessage } from './answers.queries.ts';

/** The limit for one message, so that a pasted book is not sent along with every question. */
const SAID_CHARS = 12_000;
const FILE_CHARS = 30_000;
const TEXT_BYTES = 1024 * 1024;
const PICTURE_BYTES = 5 * 1024 * 1024;
/** The latest pictures and files are sent along with a question. Earlier ones are only named. */
const FILES = 4;
export const WAITING = '...';

const PICTURES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};
const TEXTS = new Set(
  'txt md markdown csv tsv json yaml yml xml html htm log ini toml sql css js ts tsx jsx py rb go rs java c h cpp cs php sh'.split(
    ' ',
  ),
);

/** The conversation as a model gets it. In a group, each message is preceded by its sender's name. */
export async function turnsOf(app: App, said: readonly ConversationMessage[], ask: Ask): Promise<ModelMessage[]> {
  const files = said.filter(({ type, userid }) => type === 'file' && userid !== ask.bot).slice(-FILES);
  const turns: ModelMessage[] = [];
  for (const row of said) {
    if (row.userid === ask.bot) {
      const words = wordsOf(row);
      if (words) turns.push({ role: 'assistant', content: words });
    } else if (row.type === 'file') {
      const content = files.includes(row) ? await partsOf(app, row) : [named(row)];
      turns.push({
        role: 'user',
        content: ask.is_group ? [{ type: 'text', text: `${displayName(row)}:` }, ...content] : content,
      });
    } else {
      const words = wordsOf(row);
      if (words) turns.push({ role: 'user', content: ask.is_group ? `${displayName(row)}: ${words}` : words });
    }
  }
  return turns;
}

/** Removes pictures, for models that accept only text. */
export const withoutPictures = (said: readonly ModelMessage[]): ModelMessage[] =>
  said.map((turn) =>
    turn.role === 'assistant' || typeof turn.content === 'string'
      ? turn
      : {
          role: 'user',
          content: turn.content.map((part) => (part.type === 'image' ? { type: 'text', text: '[picture]' } : part)),
        },
  );
export const hasPictures = (said: readonly ModelMessage[]): boolean =>
  said.some(({ content }) => typeof content !== 'string' && content.some(({ type }) => type === 'image'));

function wordsOf({ type, msg, whole }: ConversationMessage): string {
  if (type === 'file') return '';
  const raw = whole ?? String(msg['text'] ?? '');
  if (raw === WAITING) return '';
  return truncate(msg['type'] === 'md' ? raw : plainText(raw, 'html'), SAID_CHARS).trim();
}

const named = ({ msg }: ConversationMessage): ModelMessagePart => ({
  type: 'text',
  text: `[file: ${String(msg['name'] ?? '')}]`,
});

async function partsOf(app: App, row: ConversationMessage): Promise<ModelMessagePart[]> {
  const file = await fileInMessage(viewFor(app), row.id);
  const ext = file?.ext.toLowerCase() ?? '';
  const size = Number(file?.size ?? 0);
  const mediaType = PICTURES[ext];
  const isPicture = mediaType !== undefined && size <= PICTURE_BYTES;
  if (!file || !(isPicture || (TEXTS.has(ext) && size <= TEXT_BYTES))) return [named(row)];
  const bytes = await buffer(app.storage.read(placeOf(file))).catch((error: unknown) => {
    app.log.warn({ err: error, file: file.id }, 'could not read a file for an assistant');
    return null;
  });
  if (!bytes) return [named(row)];
  if (mediaType) return [named(row), { type: 'image', bytes, mediaType }];
  const text = bytes.toString('utf8').replaceAll('\0', '');
  return [{ type: 'text', text: `[file: ${String(row.msg['name'] ?? '')}]\n${truncate(text, FILE_CHARS)}` }];
}
