type Child = Node | string | null | false;
type Props<E> = { [K in keyof E]?: E[K] } & { label?: string };

/** An element with properties and children. Text is never parsed as HTML. */
export function el<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  { label, ...props }: Props<HTMLElementTagNameMap[T]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  Object.assign(element, props);
  if (label) element.setAttribute('aria-label', label);
  element.append(...children.filter((each) => each !== null && each !== false));
  return element;
}

/** A field below its name. */
export const field = (name: string, input: HTMLElement): HTMLLabelElement => el('label', {}, name, input);

/** The texts in a language; English where it has none. */
export const textsFor = <T>(all: Record<string, T> & { en: T }, language: string): T => all[language] ?? all.en;

/** Shows an error in the words of the server. */
export function show(problem: unknown): void {
  const words = problem instanceof Error ? problem.message : String(problem);
  const box = document.querySelector('#problem') ?? el('p', { id: 'problem', className: 'problem', role: 'alert' });
  box.textContent = words;
  document.body.prepend(box);
}

/** Runs a change and shows what goes wrong. */
export async function attempt(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
    document.querySelector('#problem')?.remove();
  } catch (error) {
    show(error);
  }
}

export const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('');

/** `YYYY-MM-DD` of a day in the reader's time zone. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
