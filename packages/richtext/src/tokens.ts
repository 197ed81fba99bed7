import { Tokenizer } from 'htmlparser2';

export type Attributes = ReadonlyMap<string, string>;

export interface HtmlReader {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** Passed in where a browser has its own: `readHtml` below is 20 KB with the names of all entities. */
export type ReadHtml = (html: string, reader: HtmlReader) => void;

/**
 * Reads HTML as a stream of tags and text, with entities decoded, names in lower case, and without comments.
 *
 * This is the tokenizer of htmlparser2 without its parser: the parser keeps its stack of open elements at the front of
 * an array, and 25,000 nested tags with as many stray end tags took it 7 seconds. Balancing is up to the writer
 * (`writer.ts`), which has a bounded stack.
 */
export function readHtml(html: string, reader: HtmlReader): void {
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  let consumed = 0;

  const openTag = (end: number) => {
    consumed = end + 1;
    reader.open(name, attributes);
  };

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext(start, end) {
        consumed = end;
        reader.text(html.slice(start, end));
      },
      ontextentity(codePoint, end) {
        consumed = end;
        reader.text(String.fromCodePoint(codePoint));
      },
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: openTag,
      onselfclosingtag: openTag,
      onclosetag(start, end) {
        consumed = end + 1;
        reader.close(html.slice(start, end).toLowerCase());
      },
      oncomment(_start, end) {
        consumed = end + 1;
      },
      oncdata(_start, end) {
        consumed = end + 1;
      },
      ondeclaration(_start, end) {
        consumed = end + 1;
      },
      onprocessinginstruction(_start, end) {
        consumed = end + 1;
      },
      onend() {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();

  // "if a<b then" has no end of a tag: text, not markup.
  const rest = html.slice(consumed);
  if (rest.startsWith('<') && !rest.startsWith('</') && !rest.startsWith('<!')) reader.text(rest);
}
