import type { HtmlReader } from '@atrium/richtext/tokens.ts';

/**
 * Reads the HTML of a message with the browser's parser, which is there already. The page is never shown: it runs no
 * script and loads no picture.
 */
export function readPage(html: string, reader: HtmlReader): void {
  if (!/[<&]/.test(html)) return reader.text(html);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (let node: Node | null = body.firstChild; node; node = next(node, body, reader)) {
    if (node instanceof Text) reader.text(node.data);
    else if (node instanceof Element) reader.open(node.localName, attributesOf(node));
  }
}

/** The node after this one in the text, without recursion: people can nest a thousand quotes. */
function next(node: Node, body: HTMLElement, reader: HtmlReader): Node | null {
  if (node.firstChild) return node.firstChild;
  for (let each: Node | null = node; each && each !== body; each = each.parentNode) {
    if (each instanceof Element) reader.close(each.localName);
    if (each.nextSibling) return each.nextSibling;
  }
  return null;
}

const attributesOf = ({ attributes }: Element) => new Map(Array.from(attributes, ({ name, value }) => [name, value]));
