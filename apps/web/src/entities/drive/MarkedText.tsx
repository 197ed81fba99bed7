import { matchedRanges } from '@atrium/richtext/search/searchTerms.ts';

/** A text with the searched words marked, as the server compares them: without accents, and by their beginnings. */
export function MarkedText({ text, words }: { text: string; words: string }) {
  const ranges = matchedRanges(words, text);
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  );
}
