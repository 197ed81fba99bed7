import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptOf, matchScore, searchTerms, termConditions } from './searchTerms.ts';

/** True if the index finds a text: every condition matches one of its terms. */
const isFound = (words: string, text: string) => {
  const terms = searchTerms(text);
  const wanted = termConditions(words);
  return (
    wanted.length > 0 &&
    wanted.every(({ term, isPrefix }) => terms.some((each) => (isPrefix ? each.startsWith(term) : each === term)))
  );
};

describe('matching', () => {
  test.for([
    ['release', 'The Release-Plan for Friday'],
    ['rele plan', 'The release plan'],
    ['resume', 'Her résumé is here'],
    ['RÉSUMÉ', 'resume.pdf'],
    ['strasse', 'Straße 5'],
    ['京都', '東京都庁'],
    ['都', '東京都'],
    ['発布', 'ＡＢＣの発布です'],
    ['abc', 'ＡＢＣの発布です'],
    ['ﾃｽﾄ', 'テストです'],
    ['发布计划', '下周的发布计划已经定了'],
    ['발표', '오늘 발표자료입니다'],
    ['план', 'Наш план готов'],
    ['йо', 'йод и сода'],
    ['ประชุม', 'พรุ่งนี้มีประชุมเช้า'],
    ['отчет', 'Годовой отчёт готов'],
    ['αθηνα', 'Συνάντηση στην Αθήνα'],
    ['ΔΡΟΜΟΣ', 'ο δρόμος'],
    ['שלום', 'שָׁלוֹם לכולם'],
    ['פגישה', 'הפגישה השבועית'],
    ['اجتماع', 'وقت الاجتماع غداً'],
    ['الاجتماع', 'وقت الاجتماع غداً'],
    ['اعلان', 'إعلان جديد'],
    ['مدرسه', 'المدرسة قريبة'],
    ['बैठक', 'कल सुबह बैठक है'],
    ['2026 v2', 'v2 comes in 2026'],
  ] as const)('%s is found in %s', ([words, text]) => {
    expect(isFound(words, text)).toBe(true);
    expect(matchScore(words, text)).toBeGreaterThan(0);
  });

  test.for([
    ['北京都', '北京 and 京都'],
    ['lease', 'release'],
    ['plan friday', 'the plan'],
    ['都京', '東京都'],
  ] as const)('%s is not found in %s', ([words, text]) => {
    expect(matchScore(words, text)).toBe(0);
  });

  test('any substring of a text in any script is found in it', () => {
    const sign = fc.constantFrom(...'abcäöéñйжёأجةاالσάςあいうカタナ東京都发布계획ไทย09 -.,!');
    const text = fc.array(sign, { minLength: 1, maxLength: 30 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
        // From the start of a word, because words match by prefix.
        const starts = [...whole.matchAll(/(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]/gu)].map((match) => match.index);
        if (starts.length === 0) return true;
        const at = starts[from % starts.length] ?? 0;
        const part = [...whole.slice(at)].slice(0, 1 + (length % 12)).join('');
        return (
          termConditions(part).length === 0 || (isFound(part, whole) && matchScore(part, whole) > 0) || endsInWord(part)
        );
      }),
    );
  });
});

/** A single letter is a word and no prefix: `a` does not find everything that starts with it. */
const endsInWord = (part: string) =>
  termConditions(part).some(({ term, isPrefix }) => !isPrefix && [...term].length === 1);

test('whole words rank above prefixes, and exact words highest', () => {
  const scores = ['the release plan', 'plan of a release', 'releases and planning'].map((text) =>
    matchScore('release plan', text),
  );
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(3);
});

test('an excerpt shows the matching words, however far into the text', () => {
  const text = `${'lorem ipsum '.repeat(60)}the needle is here${' dolor sit'.repeat(60)}`;
  const excerpt = excerptOf('needle', text);
  expect(excerpt).toContain('needle');
  expect(excerpt.startsWith('…') && excerpt.endsWith('…')).toBe(true);
  expect([...excerpt].length).toBeLessThan(150);
  expect(excerptOf('x', 'short\n text')).toBe('short text');
});

test('ASCII text is split like any other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (text) => {
      expect([...searchTerms(text), 'ж']).toEqual(searchTerms(`${text} ж`));
    }),
  );
});
