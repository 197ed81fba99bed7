import DOMPurify from 'dompurify';

const purify = DOMPurify(window);

/**
 * The elements that are removed: forms, frames and everything that can act. SVG and MathML have vocabularies of their
 * own.
 */
const FORBIDDEN =
  'form input button textarea select option iframe frame object embed base meta link audio video source svg math'.split(
    ' ',
  );

const LINK = /^(?:https?:|mailto:|#)/i;
/** Matches addresses of pictures. An SVG that is shown as a picture runs no script and loads nothing. */
const PICTURE = /^(?:https?:|data:image\/(?:png|jpe?g|gif|webp|bmp|svg\+xml);|blob:)/i;

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    if (!LINK.test(node.getAttribute('href') ?? '')) node.removeAttribute('href');
    else if (!node.getAttribute('href')?.startsWith('#')) {
      node.setAttribute('target', '_blank');
      node.setAttribute('rel', 'noopener noreferrer nofollow');
    }
  }
  const source = node.getAttribute('src');
  if (source !== null && !PICTURE.test(source)) node.removeAttribute('src');
});

/** Returns the markup of a document or a mail without anything that can act. */
export const safeHtml = (html: string): string =>
  purify.sanitize(html, {
    FORBID_TAGS: FORBIDDEN,
    FORBID_ATTR: ['ping', 'background'],
    ADD_TAGS: ['style'],
    FORCE_BODY: true,
  });

export const hasOutsidePictures = (html: string): boolean =>
  /<img[^<>]+src=["']?\s*https?:|url\([\s"']*https?:/i.test(html);

/**
 * Makes a whole page for a sandbox. Its policy comes before all content: no script, and nothing from outside except
 * pictures, if they are wished.
 */
export function sandboxedPage(html: string, { style = '', withPictures = false, lang = '' } = {}): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:${withPictures ? ' https: http:' : ''}`;
  return [
    `<!doctype html><html lang="${lang.replace(/[^\w-]/g, '')}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    `<style>${style}</style></head><body>${safeHtml(html)}</body></html>`,
  ].join('');
}
