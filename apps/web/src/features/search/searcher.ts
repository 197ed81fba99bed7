import { type Hit, KINDS, type Kind, mergeHits, visibleHits } from './results.ts';

export type Ask = (kind: Kind, key: string, size: number) => Promise<Hit[]>;

const DEBOUNCE_MS = 500;
const IN_OVERVIEW = 10;
const OF_ONE_KIND = 50;
/** The number of results for earlier texts that are stored. */
const KEPT = 1000;

export interface SearchView {
  hits: readonly Hit[];
  /** True while a search is running or pending. */
  isSearching: boolean;
  problem: string;
}

/**
 * Turns input into results. Every result has its query, and only those for the current text are shown, so that a late
 * answer shows nothing unexpected.
 */
export class Searcher {
  readonly #ask: Ask;
  readonly #changed: () => void;
  #hits: Hit[] = [];
  #key = '';
  #tag: Kind | null = null;
  #open = 0;
  #turn = 0;
  #problem = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #view: SearchView = { hits: [], isSearching: false, problem: '' };

  constructor(ask: Ask, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  get view(): SearchView {
    return this.#view;
  }

  /** Sets the text and the kind. A new kind is searched at once, a new text after a pause in typing. */
  search(text: string, tag: Kind | null): void {
    const key = text.trim();
    if (key === this.#key && tag === this.#tag) return;
    const isSameText = key === this.#key;
    this.#key = key;
    this.#tag = tag;
    this.#begin(isSameText ? 0 : DEBOUNCE_MS);
  }

  retry(): void {
    this.#begin(0);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
  }

  #begin(delayMs: number): void {
    this.stop();
    this.#problem = '';
    this.#open = this.#key ? 1 : 0;
    if (this.#key) this.#timer = setTimeout(() => void this.#run(this.#turn), delayMs);
    this.#show();
  }

  async #run(turn: number): Promise<void> {
    const key = this.#key;
    const kinds = KINDS.filter((kind) => this.#tag === null || kind === this.#tag);
    const size = this.#tag === null ? IN_OVERVIEW : OF_ONE_KIND;
    this.#open = kinds.length;
    await Promise.all(
      kinds.map(async (kind) => {
        const answer = await this.#ask(kind, key, size).catch((error: unknown) => {
          if (turn === this.#turn) this.#problem = error instanceof Error ? error.message : String(error);
          return null;
        });
        // A late answer is ignored, because it would replace newer results of the same things. Results that are missing
        // from this one are removed.
        if (answer && key === this.#key) {
          const others = this.#hits.filter((hit) => hit.kind !== kind || hit.key !== key);
          this.#hits = mergeHits(others, answer).slice(-KEPT);
        }
        if (turn === this.#turn) this.#open -= 1;
        this.#show();
      }),
    );
  }

  #show(): void {
    const hits = this.#key
      ? visibleHits(this.#hits, this.#key, this.#tag, this.#tag === null ? IN_OVERVIEW : OF_ONE_KIND)
      : [];
    this.#view = { hits, isSearching: this.#open > 0, problem: this.#problem };
    this.#changed();
  }
}
