import type * as MermaidPicture from './mermaidPicture.ts';

const LANGUAGE = /(?:^| )language-([\w+#.-]{1,40})/;
/** The longest code that is highlighted; more would block the page. */
const MAX_CHARS = 20_000;
const MATH = ['math', 'math-display'];
const DIAGRAM = 'mermaid';
/** A longer diagram is not drawn, because it takes seconds. */
const MAX_DIAGRAM = 5000;

/** Highlights code with a language, renders formulas and Mermaid diagrams, once the libraries have loaded; until then the text shows. */
export async function renderCode(box: HTMLElement): Promise<void> {
  const all = [...box.querySelectorAll<HTMLElement>('code[class]:not([data-rendered])')]
    .map((element) => ({ element, language: LANGUAGE.exec(element.className)?.[1]?.toLowerCase() ?? '' }))
    .filter(({ element, language }) => language && (element.textContent?.length ?? 0) <= MAX_CHARS);
  const formulas = all.filter(({ language }) => MATH.includes(language));
  const blocks = all.filter(({ element, language }) => !MATH.includes(language) && element.closest('pre'));
  const diagrams = blocks.filter(
    ({ element, language }) => language === DIAGRAM && (element.textContent?.length ?? 0) <= MAX_DIAGRAM,
  );
  const code = blocks.filter(({ language }) => language !== DIAGRAM);
  await Promise.all([
    formulas.length > 0 && import('./formulas.ts').then(({ drawFormula }) => draw(formulas, drawFormula)),
    diagrams.length > 0 && import('./mermaidPicture.ts').then((mermaid) => picture(diagrams, mermaid)),
    code.length > 0 && import('./codeColors.ts').then(({ colorCode }) => color(code, colorCode)),
  ]);
}

interface Piece {
  element: HTMLElement;
  language: string;
}

function color(pieces: readonly Piece[], colorCode: (text: string, language: string) => string | undefined): void {
  for (const { element, language } of pieces) {
    const html = colorCode(element.textContent ?? '', language);
    element.dataset['rendered'] = '';
    // The highlighter escapes its input.
    if (html !== undefined) element.innerHTML = html;
  }
}

/** Draws diagrams one after the other. Text that is no diagram stays as it was written. */
async function picture(pieces: readonly Piece[], { drawMermaid, sizedSvg }: typeof MermaidPicture): Promise<void> {
  for (const { element } of pieces) {
    element.dataset['rendered'] = '';
    const text = element.textContent ?? '';
    const svg = await drawMermaid(text).catch(() => undefined);
    if (!svg) continue;
    // The SVG is shown as a picture, in which no script runs and nothing loads.
    const image = document.createElement('img');
    image.className = 'diagram';
    image.alt = text;
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sizedSvg(svg))}`;
    (element.closest('.code') ?? element.closest('pre') ?? element).replaceWith(image);
  }
}

function draw(pieces: readonly Piece[], drawFormula: (tex: string, isDisplay: boolean) => string): void {
  for (const { element, language } of pieces) {
    const block = element.closest<HTMLElement>('.code');
    const formula = document.createElement('span');
    formula.className = 'formula';
    // KaTeX outputs only what was in the formula.
    formula.innerHTML = drawFormula(element.textContent ?? '', Boolean(block) || language === 'math-display');
    (block ?? element).replaceWith(formula);
  }
}
