import { withoutReasoning } from '../markdown/reasoning.ts';
import { plainText } from '../plain.ts';

/** The words a message is found by; empty where it should not be found. A given `key` wins. */
export function searchKey(message: { type: string; msg: unknown }, key?: string): string {
  if (key) return key;
  const msg = (typeof message.msg === 'object' && message.msg !== null ? message.msg : {}) as Record<string, unknown>;
  const string = (name: string): string => (typeof msg[name] === 'string' ? msg[name] : '');
  switch (message.type) {
    case 'text':
      return textKey(string('text'), msg['type'] === 'md' ? 'md' : 'html');
    case 'longtext':
      return textKey(string('text'), msg['type'] === 'md' ? 'md' : 'html');
    case 'vote':
    case 'word-chain':
      return plainText(string('text'), 'html');
    case 'file':
      return isTellingName(string('name')) ? string('name') : '';
    case 'meeting':
      return string('name');
    case 'location':
      return `${string('title')} ${string('address')}`.trim();
    default:
      return '';
  }
}

function textKey(text: string, type: 'html' | 'md'): string {
  // The label of a quick button is the bot's word, not the sender's.
  if (type === 'html' && /<span[^<>]*\sdata-quick-key=/i.test(text)) return '';
  const words = plainText(type === 'md' ? withoutReasoning(text).text : text, type);
  return words.replace(/^\/\S+\s*/, '').trim();
}

/** Names a camera or a paste made up would only be noise. */
function isTellingName(name: string): boolean {
  if (/^image\.\w+$/i.test(name)) return false;
  if (/^\d+\.(?:jpe?g|png|gif|webp|bmp|heic)$/i.test(name)) return false;
  return !/^LongText-/i.test(name);
}
