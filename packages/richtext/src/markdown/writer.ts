import { escapeText, storable } from '../html/escape.ts';
import { type Attributes, type HtmlReader, readHtml } from '../tokens.ts';

/** The treatment of an element of the source. */
export type Shape =
  /** The tag is removed, its text stays. */
  | { is: 'nothing' }
  /** The tag and its text are removed: scripts and style sheets. */
  | { is: 'silence' }
  /** Contains blocks or text. `within`: its required direct containers, otherwise it becomes a paragraph. */
  | { is: 'container'; tag: string; open: string; within?: readonly string[] }
  /** Contains text only. An eager one is written even when empty (a blank line), others when text follows. */
  | { is: 'leaf'; tag: string; open: string; isEager: boolean }
  /** Formats text. A tag that is open already is not opened again within itself. */
  | { is: 'inline'; tag: string; open: string }
  /** Replaces the element and all its text; `finish` gets the text and returns HTML and the remaining text. */
  | { is: 'label'; finish: (text: string) => { html: string; rest: string } }
  /** Has no content. */
  | { is: 'atom'; html: string }
  | { is: 'rule'; html: string }
  | { is: 'break' };

export interface WriterRules {
  shape(name: string, attributes: Attributes): Shape;
  /** Escaped text, possibly with more markup. Not called for text within a link or preformatted text. */
  text?(text: string): string;
  /** True if `<br>` may be written; otherwise a break splits the paragraph or becomes a line feed. */
  allowsBreaks: boolean;
  /** Stops, balanced, after this many characters of text. */
  maxTextChars?: number;
}

interface Frame {
  name: string;
  shape: Shape;
  /** Containers and leaves: written and not closed. Inlines: may still be (re)opened. */
  isAlive: boolean;
  wasWritten: boolean;
  /** Labels: the text so far. */
  buffer: string;
}

// Deeper nesting is an attack; its tags are removed, the text stays.
const MAX_OPEN = 200;
const MAX_CONTAINERS = 30;
const MAX_INLINES = 20;
const LEADING_BLANK = /^[ \t\n\r\f]+/;

/**
 * Rewrites HTML by rules: the output is balanced, contains only what the rules wrote, and reads the same in any HTML
 * parser, because blocks are never inside paragraphs or inline tags. Every text is escaped again, so an oversight in
 * the rules loses formatting, never safety. Linear in time and size.
 *
 * 1. Inline tags are written when text follows, and again in the next block if they span it, as long as this does not
 *   add more than the source's own length.
 * 2. White space between blocks is dropped.
 * 3. A block opened inside a paragraph ends it; text after that block starts a new paragraph.
 */
export function rewriteHtml(html: string, rules: WriterRules): string {
  const writer = new Writer(html.length, rules);
  readHtml(html.replaceAll('\r\n', '\n'), writer);
  return writer.end();
}

class Writer implements HtmlReader {
  readonly #rules: WriterRules;
  readonly #out: string[] = [];
  readonly #stack: Frame[] = [];
  readonly #containers: Frame[] = [];
  readonly #inlines: Frame[] = [];
  #leaf: Frame | null = null;
  #label: Frame | null = null;
  #silent: Frame | null = null;
  #isAtBoundary = true;
  #breaks = 0;
  #overflow = 0;
  #reopenChars: number;
  #textChars: number;
  #outChars: number;

  constructor(sourceChars: number, rules: WriterRules) {
    this.#rules = rules;
    this.#reopenChars = sourceChars;
    this.#textChars = rules.maxTextChars ?? Number.POSITIVE_INFINITY;
    // A short excerpt must stay short when it is all tags and pictures.
    this.#outChars = this.#textChars * 10;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#silent || this.#isFull()) return;
    if (name.includes('@') || /^https?:/.test(name)) return this.text(`<${name}>`);
    const shape = this.#rules.shape(name, attributes);
    if (this.#label) {
      if (shape.is === 'break' || shape.is === 'leaf' || shape.is === 'container') this.#label.buffer += ' ';
      if (shape.is !== 'break' && shape.is !== 'atom' && shape.is !== 'rule') this.#push(name, { is: 'nothing' });
      return;
    }
    switch (shape.is) {
      case 'nothing':
        return;
      case 'break':
        this.#breaks++;
        return;
      case 'atom':
        this.#place();
        this.#write(shape.html);
        return;
      case 'rule':
        this.#closeLeaf();
        this.#write(shape.html);
        this.#isAtBoundary = true;
        return;
      case 'container':
        this.#openContainer(name, shape);
        return;
      case 'leaf':
        this.#openLeaf(name, shape);
        return;
      case 'inline':
        this.#openInline(name, shape);
        return;
      case 'label':
        this.#label = this.#push(name, shape);
        return;
      case 'silence':
        this.#silent = this.#push(name, shape);
        return;
      default:
        return shape satisfies never;
    }
  }

  close(name: string): void {
    if (name === 'br') return this.open('br', new Map());
    if (this.#overflow > 0) {
      this.#overflow--;
      return;
    }
    const at = this.#stack.findLastIndex((frame) => frame.name === name);
    const frame = this.#stack[at];
    if (!frame) return;
    // Formatting that ends inside a later block: only it ends.
    if (frame.shape.is === 'inline' && frame !== this.#stack.at(-1) && !this.#label) {
      frame.isAlive = false;
      this.#stack.splice(at, 1);
      return;
    }
    while (this.#stack.length > at) this.#pop();
  }

  text(raw: string): void {
    const text = storable(raw);
    if (this.#silent || text === '') return;
    if (this.#label) {
      this.#label.buffer += text;
      return;
    }
    if (this.#isFull()) return;

    const leaf = this.#wantedLeaf();
    const isTrimmed = this.#isAtBoundary && (!leaf || leaf !== this.#leaf);
    const words = isTrimmed ? text.replace(LEADING_BLANK, '') : text;
    if (words === '') return;

    this.#place();
    const shown = this.#take(words);
    const isLiteral = leaf?.shape.is === 'leaf' && leaf.shape.tag === 'pre';
    const isLinked = this.#inlines.some((frame) => frame.name === 'a');
    this.#write(this.#rules.text && !isLiteral && !isLinked ? this.#rules.text(shown) : escapeText(shown));
  }

  end(): string {
    while (this.#stack.length > 0) this.#pop();
    this.#closeLeaf();
    return this.#out.join('');
  }

  #push(name: string, shape: Shape): Frame {
    const frame = { name, shape, isAlive: true, wasWritten: false, buffer: '' };
    if (this.#stack.length >= MAX_OPEN) this.#overflow++;
    else this.#stack.push(frame);
    return frame;
  }

  #pop(): void {
    const frame = this.#stack.pop();
    if (!frame) return;
    switch (frame.shape.is) {
      case 'silence':
        this.#silent = null;
        return;
      case 'label':
        this.#finishLabel(frame, frame.shape.finish);
        return;
      case 'leaf':
        if (frame === this.#leaf) this.#closeLeaf();
        else if (this.#breaks > 0 && !frame.wasWritten && !this.#isFull())
          this.#writeBlock(`${frame.shape.open}</${frame.shape.tag}>`);
        this.#breaks = 0;
        return;
      case 'container':
        if (frame.isAlive) this.#closeContainer(frame);
        return;
      default:
        frame.isAlive = false;
    }
  }

  #openContainer(name: string, shape: Extract<Shape, { is: 'container' }>): void {
    this.#closeLeaf();
    const isDeep = this.#containers.length >= MAX_CONTAINERS || this.#stack.length >= MAX_OPEN;
    const top = this.#containers.at(-1);
    const closesItsLike = shape.within !== undefined && top?.shape.is === 'container' && top.shape.tag === shape.tag;
    if (closesItsLike && top) this.#closeContainer(top);
    const parent = this.#containers.at(-1)?.shape;
    const isHome = !shape.within || (parent?.is === 'container' && shape.within.includes(parent.tag));
    if (isDeep || !isHome) {
      this.#push(name, { is: 'leaf', tag: 'p', open: '<p>', isEager: false });
      return;
    }
    this.#writeBlock(shape.open);
    this.#containers.push(this.#push(name, shape));
  }

  #closeContainer(frame: Frame): void {
    this.#closeLeaf();
    for (let top = this.#containers.pop(); top; top = this.#containers.pop()) {
      top.isAlive = false;
      if (top.shape.is === 'container') this.#writeBlock(`</${top.shape.tag}>`);
      if (top === frame) return;
    }
  }

  #openLeaf(name: string, shape: Extract<Shape, { is: 'leaf' }>): void {
    this.#closeLeaf();
    const frame = this.#push(name, shape);
    if (shape.isEager && this.#stack.at(-1) === frame) this.#writeLeaf(frame);
  }

  #openInline(name: string, shape: Extract<Shape, { is: 'inline' }>): void {
    const open = this.#stack.filter((frame) => frame.shape.is === 'inline' && frame.isAlive);
    const isRepeated = open.some((frame) => frame.shape.is === 'inline' && frame.shape.open === shape.open);
    if (shape.tag === 'a') {
      // A link within a link ends the outer one.
      for (const frame of open) if (frame.shape.is === 'inline' && frame.shape.tag === 'a') frame.isAlive = false;
    }
    const isUseless = open.length >= MAX_INLINES || (isRepeated && shape.tag !== 'a');
    this.#push(name, isUseless ? { is: 'nothing' } : shape);
  }

  #finishLabel(frame: Frame, finish: (text: string) => { html: string; rest: string }): void {
    this.#label = null;
    if (this.#isFull()) return;
    const { html, rest } = finish(frame.buffer);
    if (html) {
      this.#place();
      this.#write(html);
      this.#textChars -= frame.buffer.length;
    }
    this.text(rest);
  }

  /** The paragraph of the next text: the innermost one not interrupted by a container. */
  #wantedLeaf(): Frame | null {
    const frame = this.#stack.findLast(
      ({ shape, isAlive }) => shape.is === 'leaf' || (shape.is === 'container' && isAlive),
    );
    return frame?.shape.is === 'leaf' ? frame : null;
  }

  /** Brings the output to where the next text or atom belongs. */
  #place(): void {
    const leaf = this.#wantedLeaf();
    if (leaf && leaf !== this.#leaf) {
      this.#closeLeaf({ keepsBreaks: true });
      this.#writeLeaf(leaf);
    }
    this.#writeBreaks();

    const wanted = this.#stack.filter((frame) => frame.shape.is === 'inline' && frame.isAlive);
    let shared = 0;
    while (shared < this.#inlines.length && this.#inlines[shared] === wanted[shared]) shared++;
    this.#closeInlines(shared);
    for (const frame of wanted.slice(shared)) this.#writeInline(frame);
    this.#isAtBoundary = false;
  }

  #writeInline(frame: Frame): void {
    if (frame.shape.is !== 'inline') return;
    if (frame.wasWritten) this.#reopenChars -= frame.shape.open.length;
    if (this.#reopenChars < 0) {
      frame.isAlive = false;
      return;
    }
    frame.wasWritten = true;
    this.#write(frame.shape.open);
    this.#inlines.push(frame);
  }

  #closeInlines(downTo = 0): void {
    while (this.#inlines.length > downTo) {
      const frame = this.#inlines.pop();
      if (frame?.shape.is === 'inline') this.#write(`</${frame.shape.tag}>`);
    }
  }

  #writeBreaks(): void {
    const count = this.#breaks;
    this.#breaks = 0;
    const leaf = this.#leaf?.shape;
    if (count === 0) return;
    if (leaf?.is === 'leaf' && leaf.tag === 'p' && !this.#rules.allowsBreaks) {
      this.#closeInlines();
      this.#write('</p><p>'.repeat(count));
      return;
    }
    if (!leaf && this.#isAtBoundary) return;
    this.#write(
      (this.#rules.allowsBreaks && !(leaf?.is === 'leaf' && leaf.tag === 'pre') ? '<br>' : '\n').repeat(count),
    );
  }

  #writeLeaf(frame: Frame): void {
    if (frame.shape.is !== 'leaf') return;
    this.#writeBlock(frame.wasWritten ? `<${frame.shape.tag}>` : frame.shape.open);
    frame.wasWritten = true;
    this.#leaf = frame;
  }

  #closeLeaf(opts: { keepsBreaks?: boolean } = {}): void {
    this.#closeInlines();
    if (!opts.keepsBreaks) this.#breaks = 0;
    const shape = this.#leaf?.shape;
    this.#leaf = null;
    if (shape?.is === 'leaf') this.#writeBlock(`</${shape.tag}>`);
  }

  #writeBlock(html: string): void {
    this.#write(html);
    this.#isAtBoundary = true;
  }

  #write(html: string): void {
    this.#out.push(html);
    this.#outChars -= html.length;
  }

  #isFull(): boolean {
    return this.#textChars <= 0 || this.#outChars <= 0;
  }

  #take(text: string): string {
    if (this.#textChars === Number.POSITIVE_INFINITY) return text;
    const shown = Array.from(text.slice(0, this.#textChars * 2)).slice(0, this.#textChars);
    this.#textChars -= shown.length;
    return shown.join('');
  }
}
