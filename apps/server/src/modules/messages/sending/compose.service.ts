import { cutHtml, cutMarkdown, describe } from '@atrium/richtext/cut.ts';
import { cleanHtml, questionsIn } from '@atrium/richtext/html/clean.ts';
import type { StoredImage } from '@atrium/richtext/html/images.ts';
import { textLength } from '@atrium/richtext/length.ts';
import { mentionsOf, tasksNamedIn, withEmailMentions } from '@atrium/richtext/mentions.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { searchKey } from '@atrium/richtext/search/searchKey.ts';
import { presentFile, requireFileRate, storePicture, withBytes } from '#modules/files/files.service';
import { displayName } from '#modules/users/present.service';
import { listByEmail } from '#modules/users/users.service';
import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import type { View, WritingView } from '#platform/work';
import { NO_SHARES, type Shares, sharesIn } from './shares.service.ts';

type StoredPicture = Awaited<ReturnType<typeof storePicture>>;

const MAX_CHARS = 200_000;
const LONG_CHARS = 5_000;
const MAX_PICTURES = 20;
const MAX_EMAILS = 100;

export interface ComposedMessage {
  type: 'text' | 'longtext';
  mtype: string;
  msg: Record<string, unknown>;
  searchKey: string;
  mentions: number[];
  /** The ids of mentioned tasks. */
  tasks: number[];
  link: boolean;
  /** Pictures that were inline data and are stored as files now. */
  pictures: StoredPicture[];
  /** The full version of a long text. */
  full: { type: string; content: string } | null;
}

/** Records that a text refers to: the accounts of named addresses, the files of inline pictures, and shared items. */
interface Found {
  people: ReadonlyMap<string, { userid: number; nickname: string }>;
  pictures: ReadonlyMap<string, StoredPicture>;
  shares: Shares;
}
const NOTHING: Found = { people: new Map(), pictures: new Map(), shares: NO_SHARES };

/**
 * Like `compose`, with the accounts of named addresses (`@someone@domain.tld`), shared things by id or address, and
 * inline pictures, which older clients paste.
 *
 * @throws message.empty, message.long, and for a picture what `storePicture` throws
 */
export async function composeWhole(view: WritingView, text: string, textType: 'html' | 'md'): Promise<ComposedMessage> {
  if (textLength(text) > MAX_CHARS) throw fail('message.long');
  if (!ASKS.test(text)) return compose(view.app, text, textType);
  const { emails, images, ...asked } =
    textType === 'html' ? questionsIn(text, view.app.publicUrl) : markdownQuestions(text);
  const [users, shares] = await Promise.all([
    emails.length > 0 ? listByEmail(view.tx, emails.slice(0, MAX_EMAILS)) : [],
    sharesIn(view, asked),
  ]);
  const people = new Map(
    users.map((user) => [user.email.toLowerCase(), { userid: user.userid, nickname: displayName(user) }]),
  );
  return compose(view.app, text, textType, { people, shares, pictures: await storePictures(view, images) });
}
/** Most texts contain none of these, and then the slow parsing is not needed. */
const ASKS = /@[^\s@]+@|data:image\/|\/single\/(?:file|report)\/|data-denotation-char=["'][~%]/i;

function markdownQuestions(md: string): ReturnType<typeof questionsIn> {
  const emails = new Set<string>();
  withEmailMentions(md, (email) => {
    emails.add(email);
    return null;
  });
  return { emails: [...emails], images: [], codes: [], names: [] };
}

async function storePictures(view: View, images: readonly string[]): Promise<Map<string, StoredPicture>> {
  const inline = images.filter((src) => /^data:image\//i.test(src));
  if (inline.length > MAX_PICTURES) throw fail('message.pictures', { limit: MAX_PICTURES });
  const kept = new Map<string, StoredPicture>();
  for (const src of inline) {
    requireFileRate(view);
    const ext = /^data:image\/(\w{1,8})/i.exec(src)?.[1]?.toLowerCase() ?? 'png';
    kept.set(
      src,
      await withBytes(view, src, `picture.${ext}`, (file) => storePicture(view.app, view.caller.userid, file)),
    );
  }
  return kept;
}

function storedAs(file: StoredPicture | undefined): StoredImage | null {
  if (!file) return null;
  const { thumb, width, height } = presentFile(file);
  return { src: thumb, width, height };
}

/**
 * Text as it is stored: HTML is sanitized, Markdown unchanged, long texts are shortened with the full version beside.
 *
 * @throws message.empty, message.long
 */
export function compose(
  app: View['app'],
  text: string,
  textType: 'html' | 'md',
  found: Found = NOTHING,
): ComposedMessage {
  if (textLength(text) > MAX_CHARS) throw fail('message.long');
  const userByEmail = (email: string) => found.people.get(email) ?? null;
  const storedImage = (src: string) => storedAs(found.pictures.get(src));
  const content =
    textType === 'html'
      ? cleanHtml(text, { siteUrl: app.publicUrl, userByEmail, storedImage, ...found.shares })
      : withEmailMentions(text, userByEmail);
  const plain = plainText(content, textType);
  if (plain.trim() === '' && !(textType === 'md' ? /!\[/ : /<img\b/i).test(content)) throw fail('message.empty');
  const pictures = [...found.pictures.values()];
  const { users, everyone } = mentionsOf(content, textType);
  const mentions = [
    ...new Set([...users.filter((userid) => userid > 0), ...(everyone || users.includes(0) ? [0] : [])]),
  ];
  const tasks = tasksNamedIn(content, textType, app.publicUrl);
  const link = /https?:\/\/|<a\s/i.test(content);
  if (textLength(content) <= LONG_CHARS) {
    const msg = { text: content, ...(textType === 'md' && { type: 'md' }) };
    const mtype = content.includes('<img class="emoticon"') ? 'emoticon' : /<img\b/i.test(content) ? 'image' : 'text';
    return {
      type: 'text',
      mtype,
      msg,
      searchKey: searchKey({ type: 'text', msg }),
      mentions,
      tasks,
      link,
      pictures,
      full: null,
    };
  }
  const type = textType === 'md' ? 'md' : 'htm';
  const msg = {
    type,
    desc: describe(content, textType),
    text: textType === 'md' ? cutMarkdown(content) : cutHtml(content),
    size: Buffer.byteLength(content),
  };
  return {
    type: 'longtext',
    mtype: 'longtext',
    msg,
    searchKey: truncate(plain, LONG_CHARS),
    mentions,
    tasks,
    link,
    pictures,
    full: { type, content },
  };
}
