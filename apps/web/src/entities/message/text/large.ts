import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';

const AT_MOST = 3;
/** The longest text that is checked for being a few emoji only. */
const MAX_CHARS = 600;
const SIGN = /^(?:\p{RI}{2}|(?![\d#*])\p{Emoji}.*|[\d#*]\uFE0F?\u20E3)$/su;
const segments = lazyValue(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** One sticker, or one to three emoji without text: shown large, without a bubble. */
export function isLarge({ type, msg }: Pick<ClientMessage, 'type' | 'msg'>): boolean {
  const text = String(msg.text ?? '');
  if (type !== 'text' || text.length > MAX_CHARS || msg.reply_data || msg.forward_data) return false;
  const bare = text.replaceAll(/<\/?p>|\s/g, '');
  if (/^<img[^<>]*>$/.test(bare)) return /<img class="emoticon"/.test(text);
  if (bare === '' || bare.includes('<')) return false;
  let signs = 0;
  // Most messages begin with a letter and return here.
  for (const { segment } of segments().segment(bare)) {
    signs += 1;
    if (signs > AT_MOST || !SIGN.test(segment)) return false;
  }
  return true;
}
