/** 0 = nothing typed, 1 weak, 2 fair, 3 good, 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const KINDS: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];
/** The bits from which a password is fair, good and strong. */
const STEPS = [36, 60, 80];

/** Common beginnings of passwords, in the languages of the interface; each counts as one sign. */
const COMMON =
  /pa?ss(word|wort)?|passe|qwert[yz]?|azerty|admin|letmein|welcome|willkommen|bienvenue|iloveyou|hallo|hello|login|test|master|football|dragon|monkey|atrium|sandi|parol|mima|woaini/gi;

/** A rough hint while typing; the server decides. Repetitions and runs count as one sign. */
export function strengthOf(password: string, min: number): Strength {
  if (password === '') return 0;
  const rest = password.replace(COMMON, '*');
  const signs = [...rest];
  const telling = signs.filter((sign, index) => {
    const step = (sign.codePointAt(0) ?? 0) - (signs[index - 1]?.codePointAt(0) ?? -9);
    return Math.abs(step) > 1;
  });
  const alphabet = KINDS.reduce((sum, [kind, size]) => (kind.test(rest) ? sum + size : sum), 0);
  const bits = Math.min(telling.length, new Set(signs).size * 2) * Math.log2(alphabet);
  if ([...password].length < min || bits < (STEPS[0] ?? 0)) return 1;
  return bits < (STEPS[1] ?? 0) ? 2 : bits < (STEPS[2] ?? 0) ? 3 : 4;
}
