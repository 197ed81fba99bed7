// Runs in a page and reports by itself: querying from outside would take part of the measured time.

export interface There {
  selector: string;
  /** Since the epoch, in ms. */
  at: number;
  /** Since the start of the page, in ms. */
  after: number;
}
export interface Noting {
  /** Selectors that are being watched. */
  looked: Set<string>;
  /** Reports to the bench. */
  tellThere(payload: string): void;
  document: { querySelector(selector: string): { checkVisibility(): boolean } | null };
  requestAnimationFrame(run: () => void): void;
}

/** Reports when the first frame that shows a selector's element has been drawn. */
export function noteWhenThere(selector: string): void {
  const page = globalThis as unknown as Noting;
  page.looked ??= new Set();
  if (page.looked.has(selector)) return;
  page.looked.add(selector);
  const { port1, port2 } = new MessageChannel();
  // A message posted in a frame arrives after its layout, its resize observers, and its paint.
  port2.onmessage = () => {
    page.tellThere(JSON.stringify({ selector, at: Date.now(), after: performance.now() } satisfies There));
  };
  const look = () => {
    if (page.document.querySelector(selector)?.checkVisibility()) port1.postMessage(null);
    else page.requestAnimationFrame(look);
  };
  page.requestAnimationFrame(look);
}
