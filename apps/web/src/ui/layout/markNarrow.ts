/**
 * Gives an element the attribute `data-narrow` while it is narrower than `width` px. Its styles can make it a container
 * for queries then: a wide container would have everything inside laid out in a second pass.
 *
 * @returns a function that ends it
 */
export function markNarrow(element: HTMLElement, width: number): () => void {
  const observer = new ResizeObserver(() => {
    element.toggleAttribute('data-narrow', element.clientWidth < width);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
