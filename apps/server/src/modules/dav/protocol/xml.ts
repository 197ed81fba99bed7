import { SaxesParser } from 'saxes';
import { Refusal } from './refusal.ts';

/** An element with its namespace resolved. Comments and processing instructions are left out. */
export interface Element {
  ns: string;
  name: string;
  attributes: { ns: string; name: string; value: string }[];
  children: (Element | string)[];
}

/**
 * The limit for request bodies other than files. The largest that real clients send is a lock of a few hundred bytes.
 */
export const XML_BYTES = 128 * 1024;
const MAX_DEPTH = 24;
const MAX_NODES = 4000;

/**
 * Reads a body. There is no document type, so that no entity can expand or name a file.
 *
 * @throws Refusal 400  if it is not well-formed, or deeper or longer than any client needs
 */
export function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const stack: Element[] = [];
  let root: Element | undefined;
  let nodes = 0;
  const refuse = () => {
    throw new Refusal(400);
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ uri, local, attributes }) => {
    const all = Object.values(attributes);
    nodes += 1 + all.length;
    if (nodes > MAX_NODES || stack.length >= MAX_DEPTH) refuse();
    // Saxes accepts a prefix without an address, which namespaces 1.0 forbids.
    if (all.some(({ prefix, value }) => prefix === 'xmlns' && value === '')) refuse();
    const element: Element = {
      ns: uri,
      name: local,
      attributes: all
        .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
        .map((each) => ({ ns: each.uri, name: each.local, value: each.value })),
      children: [],
    };
    stack.at(-1)?.children.push(element);
    root ??= element;
    stack.push(element);
  });
  parser.on('closetag', () => {
    stack.pop();
  });
  const addText = (words: string) => {
    if (++nodes > MAX_NODES) refuse();
    stack.at(-1)?.children.push(words);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  return root ?? refuse();
}

export const DAV = 'DAV:';

export const elementsOf = (element: Element): Element[] =>
  element.children.filter((each): each is Element => typeof each !== 'string');
export const childOf = (element: Element, name: string, ns = DAV): Element | undefined =>
  elementsOf(element).find((each) => each.name === name && each.ns === ns);
export const textOf = (element: Element): string =>
  element.children.map((each) => (typeof each === 'string' ? each : textOf(each))).join('');

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
export const escapeXml = (text: string): string => text.replace(/[&<>"\r]/g, (sign) => SIGNS[sign] ?? sign);

/** Writes an element with its own namespace declarations, so that it can be placed anywhere. */
export function printXml({ ns, name, attributes, children }: Element): string {
  const declared = attributes.map((each, index) => {
    if (!each.ns) return ` ${each.name}="${escapeXml(each.value)}"`;
    if (each.ns === 'http://www.w3.org/XML/1998/namespace') return ` xml:${each.name}="${escapeXml(each.value)}"`;
    return ` xmlns:a${index}="${escapeXml(each.ns)}" a${index}:${each.name}="${escapeXml(each.value)}"`;
  });
  return elementText(ns, name, printInner(children), declared.join(''));
}

/** The content of an element as text. */
export const printInner = (children: Element['children']): string =>
  children.map((each) => (typeof each === 'string' ? escapeXml(each) : printXml(each))).join('');

/** An element with content that is XML already. */
export function elementText(ns: string, name: string, inner: string, attributes = ''): string {
  const own = ns === DAV ? `D:${name}` : name;
  const space = ns === DAV ? '' : ` xmlns="${escapeXml(ns)}"`;
  return inner ? `<${own}${space}${attributes}>${inner}</${own}>` : `<${own}${space}${attributes}/>`;
}

/** A whole document whose root declares the prefix `D` of what `elementText` writes. */
export const documentText = (root: string, inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<D:${root} xmlns:D="DAV:">${inner}</D:${root}>`;
