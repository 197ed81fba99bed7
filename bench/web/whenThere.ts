// What runs in a page, and tells by itself: whoever looks from outside takes part of the time that is measured.

export interface There {
  selector: string;
  /** Since the epoch, in ms. */
  at: number;
  /** Since the beginning of the page, in ms. */
  after: number;
}
export interface Noting {
  /** What is looked for already. */
  looked: Set<string>;
  /** To whoever waits outside. */
  tellThere(payload: string): void;
  document: { querySelector(selector: string): { checkVisibility(): boolean } | null };
  requestAnimationFrame(run: () => void): void;
}

/** Tells when the first frame that shows what a selector finds has been drawn. */
export function noteWhenThere(selector: string): void {
  const page = globalThis as unknown as Noting;
  page.looked ??= new Set();
  if (page.looked.has(selector)) return;
  page.looked.add(selector);
  const { port1, port2 } = new MessageChannel();
  // What is posted in a frame comes after its layout, what observers of sizes add to it, and its paint.
  port2.onmessage = () => {
    page.tellThere(JSON.stringify({ selector, at: Date.now(), after: performance.now() } satisfies There));
  };
  const look = () => {
    if (page.document.querySelector(selector)?.checkVisibility()) port1.postMessage(null);
    else page.requestAnimationFrame(look);
  };
  page.requestAnimationFrame(look);
}
