/** A part of a text: only in the earlier one (`removed`), only in the later one (`added`), or in both (`same`). */
export interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Beyond this many differences the rest counts as replaced: the search takes the square of them. */
const MAX_DIFFERENCES = 1500;

/** Lines with their ends. */
const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
/** Words, spaces and signs; characters of scripts without spaces one by one. */
const words = (text: string) =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}_]+|\n|[^\S\n]+|[^\p{L}\p{N}\p{M}_\s]/gu,
  ) ?? [];

/** The way from one text to another, by lines, and within changed lines by words. */
export function diffText(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (text === '') return;
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  for (const { kept, removed, added } of regionsOf(lines(before), lines(after))) {
    add('same', kept.join(''));
    if (removed.length === 0 || added.length === 0) {
      add('removed', removed.join(''));
      add('added', added.join(''));
      continue;
    }
    for (const inner of regionsOf(words(removed.join('')), words(added.join('')))) {
      add('same', inner.kept.join(''));
      add('removed', inner.removed.join(''));
      add('added', inner.added.join(''));
    }
  }
  return pieces;
}

/**
 * Joins two edits of one text. Where both changed the same words, both versions remain, one after the other: nothing is
 * lost, and people see what happened.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const [a, b] = [editsOf(base, mine), editsOf(base, theirs)];
  let out = '';
  let at = 0;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    const first = !y || (x && x.start <= y.start) ? x : y;
    if (!first) break;
    out += base.slice(at, first.start);
    let [start, end] = [first.start, first.end];
    const [mineIn, theirsIn]: [Edit[], Edit[]] = [[], []];
    // Everything that overlaps is one place.
    for (;;) {
      const [nextMine, nextTheirs] = [a[i], b[j]];
      const touches = (edit: Edit | undefined): edit is Edit =>
        edit !== undefined &&
        (edit.start < end || edit.start === start || (edit.start === end && edit.start === start));
      if (touches(nextMine)) {
        mineIn.push(nextMine);
        end = Math.max(end, nextMine.end);
        i++;
      } else if (touches(nextTheirs)) {
        theirsIn.push(nextTheirs);
        end = Math.max(end, nextTheirs.end);
        j++;
      } else break;
    }
    const own = applied(base, start, end, mineIn);
    const other = applied(base, start, end, theirsIn);
    const was = base.slice(start, end);
    out += own === was ? other : other === was || own === other ? own : joined(was, own, other);
    [start, at] = [end, end];
  }
  return out + base.slice(at);
}

/** Insertions at one place follow one another; of rewritten words both versions remain. */
function joined(was: string, own: string, other: string): string {
  if (was === '' || (own !== '' && other !== ''))
    return own + (/\w$/.test(own) && /^\w/.test(other) ? ' ' : '') + other;
  return own || other;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

function editsOf(before: string, after: string): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let open: Edit | undefined;
  for (const { kind, text } of diffText(before, after)) {
    if (kind === 'same') {
      at += text.length;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { start: at, end: at, text: '' };
      edits.push(open);
    }
    if (kind === 'added') open.text += text;
    else {
      at += text.length;
      open.end = at;
    }
  }
  return edits;
}

function applied(base: string, start: number, end: number, edits: readonly Edit[]): string {
  let out = '';
  let at = start;
  for (const edit of edits) {
    out += base.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + base.slice(at, end);
}

interface Region {
  kept: string[];
  removed: string[];
  added: string[];
}

/** Kept items, each followed by a difference; the last may have none. */
function regionsOf(a: readonly string[], b: readonly string[]): Region[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const middle = matched(a.slice(start, a.length - tail), b.slice(start, b.length - tail));
  const regions: Region[] = [{ kept: a.slice(0, start), removed: [], added: [] }];
  for (const step of middle) {
    const last = regions.at(-1);
    if (step.kind === 'same' && last && (last.removed.length > 0 || last.added.length > 0)) {
      regions.push({ kept: [step.item], removed: [], added: [] });
    } else if (last) (step.kind === 'same' ? last.kept : last[step.kind]).push(step.item);
  }
  regions.push({ kept: a.slice(a.length - tail), removed: [], added: [] });
  return regions;
}

interface Step {
  kind: 'same' | 'removed' | 'added';
  item: string;
}

/** Myers' shortest way from one list to another. */
function matched(a: readonly string[], b: readonly string[]): Step[] {
  const [n, m] = [a.length, b.length];
  const all = (): Step[] => [
    ...a.map((item): Step => ({ kind: 'removed', item })),
    ...b.map((item): Step => ({ kind: 'added', item })),
  ];
  if (n === 0 || m === 0) return all();
  const traces: Map<number, number>[] = [];
  let furthest = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= Math.min(n + m, MAX_DIFFERENCES); d++) {
    traces.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
      let x = isDown ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
      while (x < n && x - k < m && a[x] === b[x - k]) x++;
      furthest.set(k, x);
      if (x >= n && x - k >= m) return wayBack(a, b, traces);
    }
    furthest = new Map(furthest);
  }
  return all();
}

function wayBack(a: readonly string[], b: readonly string[], traces: readonly Map<number, number>[]): Step[] {
  const steps: Step[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = traces.length - 1; d >= 0; d--) {
    const trace = traces[d] ?? new Map<number, number>();
    const k = x - y;
    const isDown = k === -d || (k !== d && (trace.get(k - 1) ?? -1) < (trace.get(k + 1) ?? -1));
    const before = isDown ? k + 1 : k - 1;
    const fromX = trace.get(before) ?? 0;
    const fromY = fromX - before;
    while (x > Math.max(0, fromX) && y > Math.max(0, fromY)) {
      steps.push({ kind: 'same', item: a[x - 1] ?? '' });
      x--;
      y--;
    }
    if (d === 0) break;
    if (isDown) {
      steps.push({ kind: 'added', item: b[y - 1] ?? '' });
      y--;
    } else {
      steps.push({ kind: 'removed', item: a[x - 1] ?? '' });
      x--;
    }
  }
  return steps.reverse();
}
