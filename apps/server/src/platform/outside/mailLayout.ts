/** A mail's content, which `renderMail` writes as plain text and as HTML in the one layout of all mails. */
export interface MailContent {
  /** The language's tag, for screen readers and hyphenation. */
  lang: string;
  /** The workspace. */
  name: string;
  /** The address of its logo; '' without one. */
  logo: string;
  heading: string;
  /** Paragraphs of plain text. */
  paragraphs: readonly string[];
  /** A code to copy. */
  code?: string;
  button?: { label: string; url: string };
  /** Groups of messages or the like, each with a link. */
  groups?: readonly MailGroup[];
  /** Small print below the button. */
  note?: string;
  /** The reason why the reader got this, and the way to stop it. */
  footer: string;
  footerLink?: { label: string; url: string };
}
export interface MailGroup {
  title: string;
  url: string;
  lines: readonly { who: string; time: string; text: string }[];
  more?: string;
}

const RULE = '-- ';

export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

/** Removes line breaks, because a name of a project, meeting or chat with one could look like a line of ours. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/**
 * The signs of a language: Chinese and Japanese set colons and brackets in full width, and French has a space before
 * the colon.
 */
function signsOf(lang: string): { colon: string; open: string; close: string } {
  if (/^(zh|ja)/.test(lang)) return { colon: '：', open: '（', close: '）' };
  return { colon: lang.startsWith('fr') ? '\u202f: ' : ': ', open: ' (', close: ')' };
}

function asText({
  lang,
  heading,
  paragraphs,
  code,
  button,
  groups = [],
  note,
  footer,
  footerLink,
}: MailContent): string {
  const { colon, open, close } = signsOf(lang);
  const parts = [
    oneLine(heading),
    ...paragraphs,
    ...(code ? [code] : []),
    ...groups.map(({ title, url, lines, more }) =>
      [
        oneLine(title),
        ...lines.map(({ who, time, text }) => `  ${oneLine(who)}${open}${time}${close}${colon}${oneLine(text)}`),
        ...(more ? [`  ${more}`] : []),
        `  ${url}`,
      ].join('\n'),
    ),
    ...(button ? [`${button.label}${colon.trimEnd()}\n${button.url}`] : []),
    ...(note ? [note] : []),
    [RULE, footer, ...(footerLink ? [`${footerLink.label}${colon}${footerLink.url}`] : [])].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\n', '<br>');

const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif";

/**
 * Tables and inline styles, which all mail programs show; the style sheet adds dark colors and the phone's width in
 * programs that understand it.
 */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:600px){.outer{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}.in{padding:24px 20px!important}.button{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){body,.outer{background:#131418!important}.card{background:#1a1c21!important;border-color:#2c2f38!important}.ink,.ink a{color:#eceef3!important}.ink2{color:#b3b7c3!important}.ink3{color:#9096a5!important}.code,.group{background:#23262d!important}.link{color:#a5acf3!important}.button{background:#6a74de!important}.rule{border-color:#2c2f38!important}}`;

function asHtml({
  lang,
  name,
  logo,
  heading,
  paragraphs,
  code,
  button,
  groups = [],
  note,
  footer,
  footerLink,
}: MailContent): string {
  const paragraph = (text: string) =>
    `<p class="ink" style="margin:0 0 16px;font-size:15px;line-height:1.55;color:#1b1d24">${escaped(text)}</p>`;
  const pieces = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600;color:#1b1d24">${escaped(heading)}</h1>`,
    ...paragraphs.map(paragraph),
    ...(code
      ? [
          `<p class="ink code" style="margin:0 0 16px;padding:14px 16px;border-radius:8px;background:#f1f2f6;font:600 24px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px;text-align:center;color:#1b1d24">${escaped(code)}</p>`,
        ]
      : []),
    ...groups.map(groupHtml),
    ...(button
      ? [
          `<p style="margin:24px 0 20px"><a class="button" href="${escaped(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#4f5bd5;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escaped(button.label)}</a></p>`,
          `<p class="ink3" style="margin:0 0 16px;font-size:12px;line-height:1.5;color:#6c7080;word-break:break-all"><a class="link" href="${escaped(button.url)}" style="color:#434dba">${escaped(button.url)}</a></p>`,
        ]
      : []),
    ...(note
      ? [`<p class="ink2" style="margin:0;font-size:13px;line-height:1.55;color:#545865">${escaped(note)}</p>`]
      : []),
  ];
  const mark = logo
    ? `<img src="${escaped(logo)}" alt="" height="24" style="height:24px;width:auto;border-radius:4px;vertical-align:middle;margin-right:8px">`
    : '<span style="display:inline-block;width:10px;height:10px;border-radius:3px;background:#4f5bd5;margin-right:8px"></span>';
  const stop = footerLink
    ? ` <a class="link" href="${escaped(footerLink.url)}" style="color:#434dba">${escaped(footerLink.label)}</a>`
    : '';
  return `<!doctype html>
<html lang="${escaped(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(heading)}</title><style>${STYLE}</style></head>
<body style="margin:0;padding:0;background:#f5f6f8;font-family:${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="outer" align="center" style="padding:32px 16px;background:#f5f6f8">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e4e6ec;border-radius:12px"><tr><td class="in" style="padding:32px;text-align:left">
<p class="ink2" style="margin:0 0 20px;font-size:14px;font-weight:600;color:#545865">${mark}${escaped(name)}</p>
${pieces.join('\n')}
<p class="ink3 rule" style="margin:28px 0 0;padding:16px 0 0;border-top:1px solid #e4e6ec;font-size:12px;line-height:1.5;color:#6c7080">${escaped(footer)}${stop}</p>
</td></tr></table>
</td></tr></table>
</body></html>`;
}

function groupHtml({ title, url, lines, more }: MailGroup): string {
  const rows = lines.map(
    ({ who, time, text }) =>
      `<p style="margin:8px 0 0;font-size:14px;line-height:1.5"><span class="ink" style="font-weight:600;color:#1b1d24">${escaped(who)}</span> <span class="ink3" style="font-size:12px;color:#6c7080">${escaped(time)}</span><br><span class="ink2" style="color:#545865">${escaped(text)}</span></p>`,
  );
  const rest = more ? `<p class="ink3" style="margin:8px 0 0;font-size:12px;color:#6c7080">${escaped(more)}</p>` : '';
  return `<div class="group" style="margin:0 0 12px;padding:14px 16px;border-radius:8px;background:#f5f6f8"><p style="margin:0;font-size:15px;font-weight:600"><a class="link" href="${escaped(url)}" style="color:#434dba;text-decoration:none">${escaped(title)}</a></p>${rows.join('')}${rest}</div>`;
}
