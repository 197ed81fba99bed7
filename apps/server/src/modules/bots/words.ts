import { plainText } from '@atrium/richtext/plainText.ts';

type Msg = Record<string, unknown>;

const QUICK_KEY = /<span[^<>]*\sdata-quick-key="([^"<>]{1,100})"/;
const USER_MENTION = /<span class="mention user" data-id="\d{1,15}">[^<>\n]{0,300}<\/span>/g;
/** Mentions of tasks, files and reports. */
const THING =
  /<(span|a) class="mention (task|file|report)" (?:data-id="(\d{1,15})"|href="\{\{RemoteURL\}\}single\/([\w/-]{1,250})" target="_blank")>[^<>\n]?([^<>\n]{0,300})<\/\1>/g;

/**
 * The text of a message for a program: a pressed button's key, or its text without mentions of people; mentions of
 * tasks, files and reports as `[type#key#name]`. '' if there is no text.
 */
export function wordsFor(type: string, msg: Msg, whole: string | null): string {
  if (type === 'file' || type === 'record') return String(msg['name'] ?? '');
  if (type === 'location') return [msg['title'], msg['address']].filter(Boolean).join(', ');
  if (type !== 'text' && type !== 'longtext') return '';
  const text = whole ?? String(msg['text'] ?? '');
  const [, key] = QUICK_KEY.exec(text) ?? [];
  if (key) return key;
  const named = text
    .replaceAll(USER_MENTION, '')
    .replaceAll(THING, (_all, _tag, kind: string, id?: string, path?: string, name = '') => {
      const of = id ?? path?.split('/').at(-1) ?? '';
      return `[${kind}#${of}#${name}]`;
    });
  return (msg['type'] === 'md' ? named : plainText(named, 'html')).trim();
}
