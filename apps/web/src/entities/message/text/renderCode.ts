const LANGUAGE = /(?:^| )language-([\w+#.-]{1,40})/;
/** Longer code is not highlighted, which would block the page. */
const MAX_CHARS = 20_000;
const MATH = ['math', 'math-display'];

/** Highlights code with a language and renders formulas, once the libraries have loaded; until then the text shows. */
export async function renderCode(box: HTMLElement): Promise<void> {
  const all = [...box.querySelectorAll<HTMLElement>('code[class]:not([data-rendered])')]
    .map((element) => ({ element, language: LANGUAGE.exec(element.className)?.[1]?.toLowerCase() ?? '' }))
    .filter(({ element, language }) => language && (element.textContent?.length ?? 0) <= MAX_CHARS);
  const formulas = all.filter(({ language }) => MATH.includes(language));
  const code = all.filter(({ element, language }) => !MATH.includes(language) && element.closest('pre'));
  await Promise.all([
    formulas.length > 0 && import('./formulas.ts').then(({ drawFormula }) => draw(formulas, drawFormula)),
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
