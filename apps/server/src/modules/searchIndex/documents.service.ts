import { plainText } from '@atrium/richtext/plainText.ts';
import { searchTerms } from '@atrium/richtext/search/searchTerms.ts';
import type { Reader, Writer } from '#platform/db/pool';
import { pinyinTerms } from '#platform/names';
import { eachYielding } from '#platform/time/eachYielding';
import { type Kind, mark } from './match.service.ts';
import {
  type Document,
  dropDocuments,
  listMessageSources,
  listNamed,
  type MessageSource,
  makeMonth,
  type NamedRow,
  writeDocuments,
} from './searchIndex.queries.ts';

/** A document is a set of terms; no person writes a hundred thousand different words. */
const MAX_TERMS = 4000;

/** Updates the search documents of these records after any kind of change. */
export async function indexThings(tx: Writer, kind: Kind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const documents = kind === 'message' ? await messageDocuments(tx, ids) : await namedDocuments(tx, kind, ids);
  await writeDocuments(tx, kind, documents);
}

/** Does the same for things that may be deleted. */
export async function reindexThings(tx: Writer, kind: Kind, ids: readonly number[]): Promise<void> {
  await dropDocuments(tx, kind, ids);
  await indexThings(tx, kind, ids);
}

async function namedDocuments(tx: Reader, kind: Exclude<Kind, 'message'>, ids: readonly number[]) {
  return (await listNamed(tx, kind, ids)).map((row): Document => ({ id: row.id, terms: namedTerms(kind, row) }));
}

function namedTerms(kind: Exclude<Kind, 'message'>, { name, more }: NamedRow): string[] {
  const text = kind === 'task' ? plainText(more, 'html') : more;
  return [...new Set([...searchTerms(name), ...pinyinTerms(name), ...searchTerms(text)])].slice(0, MAX_TERMS);
}

async function messageDocuments(tx: Writer, ids: readonly number[]): Promise<Document[]> {
  const rows = await listMessageSources(tx, ids);
  for (const month of new Set(rows.map((row) => row.month))) await makeMonth(tx, month);
  const documents: Document[] = [];
  await eachYielding(rows, (row) => {
    documents.push({ id: row.id, terms: [...marksOf(row), ...searchTerms(wordsOf(row))].slice(0, MAX_TERMS) });
  });
  return documents;
}

/** The searchable text of a message: for a long one the full text, not only what is shown of it. */
export function wordsOf(row: Pick<MessageSource, 'search_key' | 'content' | 'content_type'>): string {
  return row.content === null ? row.search_key : plainText(row.content, row.content_type === 'md' ? 'md' : 'html');
}

/** The terms for the operators of a search. */
function marksOf(row: MessageSource): string[] {
  return [
    mark(`u${row.userid}`),
    ...row.mentions.map((userid) => mark(`m${userid}`)),
    ...(row.link === 1 ? [mark('link')] : []),
    ...(row.mtype === 'image' ? [mark('image')] : []),
    ...(row.mtype === 'file' ? [mark('file')] : []),
    ...(row.modify === 1 ? [mark('edited')] : []),
    ...(row.reply_id > 0 ? [mark('reply')] : []),
  ];
}
