// Runs in a page and sends reports: querying from outside would take part of the measured time.

export interface PaintTime {
  selector: string;
  /** Since the epoch, in ms. */
  at: number;
  /** Since the start of the page, in ms. */
  after: number;
}
export interface PaintPage {
  /** Selectors that are being watched. */
  looked: Set<string>;
  /** Reports to the bench. */
  tellPaint(payload: string): void;
  document: { querySelector(selector: string): { checkVisibility(): boolean } | null };
  requestAnimationFrame(run: () => void): void;
}

/** Reports when the first frame that shows a selector's element has been drawn. */
export function reportPaint(selector: string): void {
  const page = globalThis as unknown as PaintPage;
  page.looked ??= new Set();
  if (page.looked.has(selector)) return;
  page.looked.add(selector);
  const { port1, port2 } = new MessageChannel();
  // A message posted in a frame arrives after its layout, its resize observers, and its paint.
  port2.onmessage = () => {
    page.tellPaint(JSON.stringify({ selector, at: Date.now(), after: performance.now() } satisfies PaintTime));
  };
  const check = () => {
    if (page.document.querySelector(selector)?.checkVisibility()) port1.postMessage(null);
    else page.requestAnimationFrame(check);
  };
  page.requestAnimationFrame(check);
}
