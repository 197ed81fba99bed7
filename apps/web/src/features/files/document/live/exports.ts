import { type DriveFile } from '@atrium/contract/files/drive.ts';
import type { DocumentNode } from '@atrium/richtext/document/nodes.ts';
import { linesOf, markdownOf } from '@atrium/richtext/document/toMarkdown.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { renderMarkdown } from '@atrium/richtext/markdown/markdown.ts';
import { IconDownload, IconFileTypeHtml, IconMarkdown, IconPrinter } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { t } from '#sync/language.ts';
import type { Command } from '#ui/keys/commands.ts';

/** Ways out of a document: as it is on the screen, saved or not. */
export function exportsOf(file: DriveFile, editor: Editor | null, onDownload: () => void): Command[] {
  const isText = editor?.schema.nodes['heading'] === undefined;
  const json = () => editor?.getJSON() as DocumentNode;
  const list: (Command | false | null)[] = [
    editor &&
      !isText && {
        ...{ id: 'markdown', label: t('document.export_md'), icon: IconMarkdown },
        run: () => save(`${file.name}.md`, 'text/markdown', markdownOf(json())),
      },
    editor && {
      ...{ id: 'html', label: t('document.export_html'), icon: IconFileTypeHtml },
      run: () => save(`${file.name}.html`, 'text/html', pageOf(file.name, json(), isText)),
    },
    editor && {
      ...{ id: 'print', label: t('document.export_pdf'), icon: IconPrinter },
      run: () => print(pageOf(file.name, json(), isText)),
    },
    { id: 'download', label: t('action.download'), icon: IconDownload, run: onDownload },
  ];
  return list.filter((each) => each !== false && each !== null);
}

function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:46em;margin:2em auto;padding:0 1em;color:#1a1c20}
table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:4px 10px;text-align:left}
pre{background:#f4f4f6;padding:12px;overflow-x:auto;white-space:pre-wrap}blockquote{border-left:3px solid #ccc;margin-left:0;padding-left:1em}
li[data-list=checked],li[data-list=unchecked]{list-style:none;margin-left:-1.3em}li[data-list=checked]::before{content:"\\2611  "}li[data-list=unchecked]::before{content:"\\2610  "}
img{max-width:100%}@page{margin:18mm}`;

/** A page of its own, for other programs. Its content went through the same cleaning as messages. */
export function pageOf(title: string, content: DocumentNode, isText: boolean): string {
  const body = isText ? `<pre>${escapeText(linesOf(content))}</pre>` : renderMarkdown(markdownOf(content));
  const named = escapeText(title);
  return `<!doctype html>\n<html><head><meta charset="utf-8"><title>${named}</title><style>${STYLE}</style></head><body>${body}</body></html>\n`;
}

/** The browser's dialog, which also saves a PDF. */
function print(page: string): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:0;height:0;border:0';
  frame.srcdoc = page;
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  });
  document.body.append(frame);
}
