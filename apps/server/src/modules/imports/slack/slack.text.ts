import { cleanHtml } from '@atrium/richtext/html/clean.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { safeUrl } from '@atrium/richtext/html/urls.ts';
import { plannedMention } from '../imports.plan.ts';

/** Names for the ids in a text; null if the export does not have them. */
export interface SlackNames {
  person(id: string): string | null;
  channel(id: string): string | null;
}

// Private-use characters are placeholders for finished HTML during parsing.
const MARK = /\ue000(\d+)\ue001/g;

/**
 * Converts Slack's markup to sanitized HTML; mentions remain open until accounts are known. Slack escapes `&`, `<` and
 * `>`, and writes links and mentions in angle brackets.
 */
export function slackHtml(text: string, names: SlackNames): string {
  const atoms: string[] = [];
  const keep = (html: string) => `\ue000${atoms.push(html) - 1}\ue001`;
  const source = text.replace(/[\ue000\ue001]/g, '').replaceAll('\r\n', '\n');

  const html = source
    .split('```')
    .map((part, index, parts) => {
      // An opening fence without a closing one is plain text.
      const isCode = index % 2 === 1 && index < parts.length - 1;
      if (isCode) return `<pre>${escapeText(plainSlack(part, names).replace(/^\n|\n$/g, ''))}</pre>`;
      return blocks(index % 2 === 1 ? `\`\`\`${part}` : part, names, keep);
    })
    .join('');
  return cleanHtml(html).replace(MARK, (_mark, index: string) => atoms[Number(index)] ?? '');
}

/** Converts the markup to plain text, for notices and code. */
export function plainSlack(text: string, names: SlackNames): string {
  return decoded(text.replace(BRACKETS, (all, inner: string) => wordsOf(inner, names) ?? all));
}

const BRACKETS = /<([^<>\n]{1,3000})>/g;
const CODE_OR_BRACKETS = /`([^`\n]{1,3000})`|<([^<>\n]{1,3000})>/g;

function blocks(text: string, names: SlackNames, keep: (html: string) => string): string {
  let html = '';
  let quoted = '';
  const endQuote = () => {
    if (quoted) html += `<blockquote>${quoted}</blockquote>`;
    quoted = '';
  };
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    // Line feeds next to a code block only separate it from the text.
    const isEdge = line === '' && (index === 0 || index === lines.length - 1);
    const quote = /^(?:&gt;){1,3}[ \t]?(.*)$/s.exec(line);
    if (quote) {
      quoted += `<p>${inline(quote[1] ?? '', names, keep)}</p>`;
      continue;
    }
    endQuote();
    if (!isEdge) html += `<p>${inline(line, names, keep)}</p>`;
  }
  endQuote();
  return html;
}

function inline(line: string, names: SlackNames, keep: (html: string) => string): string {
  // The line is replaced in one pass, so that a placeholder never ends up inside the HTML of another one.
  const marked = line.replace(CODE_OR_BRACKETS, (all, code: string | undefined, inner: string | undefined) => {
    if (inner !== undefined) return bracketHtml(inner, names, keep) ?? all;
    return keep(`<span style="font-family: monospace">${escapeText(plainSlack(code ?? '', names))}</span>`);
  });
  return escapeText(decoded(marked).replace(/:([a-z0-9_+'-]{1,60}):/g, (all, name: string) => emojiOf(name) ?? all))
    .replace(styled('\\*'), '$1<strong>$2</strong>')
    .replace(styled('_'), '$1<em>$2</em>')
    .replace(styled('~'), '$1<s>$2</s>');
}

/** `*bold*` counts only at word boundaries, else `2*3*4` would be bold. */
function styled(sign: string): RegExp {
  return new RegExp(
    `(^|[\\s("'>\\[{,.:;!?*_~-])${sign}(?!\\s)([^${sign}\\n]+)(?<!\\s)${sign}(?=$|[\\s)"'<\\]},.:;!?*_~-])`,
    'g',
  );
}

function bracketHtml(inner: string, names: SlackNames, keep: (html: string) => string): string | null {
  const words = wordsOf(inner, names);
  if (words === null) return null;
  if (inner.startsWith('@')) return keep(plannedMention(idOf(inner), words.replace(/^@/, '')));
  if (inner.startsWith('#') || inner.startsWith('!')) return words;
  const url = safeUrl(decoded(inner.split('|', 1)[0] ?? ''));
  // Telephone links are dropped: Slack makes them of any longer number.
  if (!url || url.startsWith('tel:')) return words;
  return keep(cleanHtml(`<a href="${escapeText(url).replaceAll('"', '&quot;')}">${escapeText(decoded(words))}</a>`));
}

/** The text that Slack shows for `<...>`, still escaped; null if it is no Slack markup. */
function wordsOf(inner: string, names: SlackNames): string | null {
  const bar = inner.indexOf('|');
  const label = bar >= 0 ? inner.slice(bar + 1) : '';
  if (inner.startsWith('@')) return `@${names.person(idOf(inner)) ?? (label.replace(/^@/, '') || idOf(inner))}`;
  if (inner.startsWith('#')) return `#${names.channel(idOf(inner)) ?? (label.replace(/^#/, '') || idOf(inner))}`;
  if (inner.startsWith('!')) {
    if (label) return label;
    const command = inner.slice(1).split('^', 1)[0] ?? '';
    return `@${command}`;
  }
  const target = bar >= 0 ? inner.slice(0, bar) : inner;
  if (!/^[a-z][a-z0-9+.-]{0,30}:/i.test(target)) return null;
  return label || target.replace(/^(?:mailto|tel):/, '');
}

const idOf = (inner: string): string => inner.slice(1).split('|', 1)[0] ?? '';

function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** The emoji of a reaction; an unknown name stays readable as `:name:`. */
export function emojiOf(name: string): string | null {
  const [base = '', tone] = name.split('::');
  const found = emoji.get(base);
  const skin = tone ? skinTones.get(tone) : undefined;
  return found ? found + (skin ?? '') : null;
}

const skinTones = new Map([2, 3, 4, 5, 6].map((tone) => [`skin-tone-${tone}`, String.fromCodePoint(0x1f3f9 + tone)]));

const emoji = new Map(
  (
    '+1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 heart ❤️ tada 🎉 joy 😂 smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 ' +
    'slightly_smiling_face 🙂 simple_smile 🙂 wink 😉 blush 😊 sweat_smile 😅 rolling_on_the_floor_laughing 🤣 heart_eyes 😍 ' +
    'thinking_face 🤔 neutral_face 😐 confused 😕 disappointed 😞 cry 😢 sob 😭 angry 😠 rage 😡 scream 😱 sunglasses 😎 ' +
    'eyes 👀 clap 👏 wave 👋 pray 🙏 raised_hands 🙌 ok_hand 👌 muscle 💪 point_up ☝️ point_right 👉 fire 🔥 rocket 🚀 100 💯 ' +
    'white_check_mark ✅ heavy_check_mark ✔️ x ❌ warning ⚠️ question ❓ exclamation ❗ bulb 💡 star ⭐ sparkles ✨ ' +
    'bug 🐛 beers 🍻 beer 🍺 coffee ☕ cake 🍰 pizza 🍕 balloon 🎈 gift 🎁 trophy 🏆 calendar 📅 memo 📝 lock 🔒 ' +
    'heavy_plus_sign ➕ party_parrot 🎉 see_no_evil 🙈 facepalm 🤦 shrug 🤷 ship 🚢 zap ⚡ snowflake ❄️ sunny ☀️ rainbow 🌈'
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
);
