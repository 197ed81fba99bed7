/** Escapes text of others, so that it is one line without any Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]()#+\-.!|~<>&$]/g, '\\$&');

/** Checks that an address may be a link; null if it may not. */
export function webAddress(url: string): string | null {
  if (url.length > 2000 || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  if (!['http:', 'https:', 'mailto:'].includes(protocol)) return null;
  return href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('<', '%3C').replaceAll('>', '%3E');
}

/** A link, or only its words if the address may not be one. @param label  Markdown */
export function link(label: string, url: string): string {
  const address = webAddress(url);
  const words = label || (address ? escapeMarkdown(address) : '');
  return address ? `[${words}](${address})` : words;
}

export const linkTo = (text: string, url: string): string => link(escapeMarkdown(text), url);

/** A link to a picture elsewhere, because loading it would reveal the reader to its server. */
export const picture = (title: string, url: string): string => (webAddress(url) ? link(`🖼 ${title}`.trim(), url) : '');

/** Joins the paragraphs that are not empty. */
export const paragraphs = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part && part.trim() !== '').join('\n\n');

export const lines = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join('\n');

export const quote = (text: string): string => (text ? text.replaceAll(/^/gm, '> ') : '');

export const inline = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** Turns the color of a card into a sign, if the color has a meaning. */
export function sign(color: string): string {
  if (/^(danger|red|error|critical)$/i.test(color) || isHue(color, 0)) return '🔴';
  if (/^(warning|yellow|orange)$/i.test(color)) return '🟡';
  if (/^(good|green|success)$/i.test(color) || isHue(color, 1)) return '🟢';
  return '';
}

/** True if this one of red, green and blue is clearly the strongest. */
function isHue(color: string, index: 0 | 1): boolean {
  const parts = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i
    .exec(color)
    ?.slice(1)
    .map((each) => Number.parseInt(each, 16));
  if (!parts) return false;
  const [lead = 0] = parts.splice(index, 1);
  return lead > 120 && parts.every((other) => other < lead * 0.7);
}
