/** Numbers with both separators: their order shows which is the decimal one, in any language. */
const CLEAR = [/^-?\d{1,3}(?:,\d{3})+\.\d+$/, /^-?\d{1,3}(?:\.\d{3})+,\d+$/];

/**
 * Reads a number as people type it in the locale: `1.250,50` in German, `1,250.50` in English, `1 250,50` in French. A
 * single sign before three digits separates thousands if the locale uses it for that; otherwise it is the decimal sign.
 * Undefined if it is no number.
 */
export function typedNumber(text: string, locale: string): number | undefined {
  // Full-width digits of East Asian keyboards become plain ones.
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\s’']/g, '')
    .replace(/^[−–]/, '-');
  const group = new Intl.NumberFormat(locale, { useGrouping: 'always' })
    .formatToParts(1234)
    .find(({ type }) => type === 'group')?.value;
  const isGrouped =
    CLEAR.some((shape) => shape.test(plain)) ||
    (group === '.' && /^-?\d{1,3}(?:\.\d{3})+$/.test(plain)) ||
    (group === ',' && /^-?\d{1,3}(?:,\d{3})+$/.test(plain));
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const hasFraction = !isGrouped || CLEAR.some((shape) => shape.test(plain));
  const whole = last >= 0 && hasFraction ? plain.slice(0, last) : plain;
  const fraction = last >= 0 && hasFraction ? plain.slice(last + 1) : '';
  const digits = `${isGrouped ? whole.replaceAll(/[.,]/g, '') : whole}${fraction && `.${fraction}`}`;
  return /^-?(?:\d{1,15}(?:\.\d{0,10})?|\.\d{1,10})$/.test(digits) ? Number(digits) : undefined;
}
