import { matchedRanges } from '@atrium/richtext/search/searchTerms.ts';
import type { GuideArticle } from './guide.ts';

/** Finds articles that have all words of the input; those with a word in the title come first. */
export function findArticles(articles: readonly GuideArticle[], query: string): GuideArticle[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => matchedRanges(word, text).length > 0);
  const inTitle = ({ title }: GuideArticle) => words.filter((word) => matchedRanges(word, title).length > 0).length;
  return articles
    .filter(({ title, text }) => has(`${title}\n${text}`))
    .sort((one, other) => inTitle(other) - inTitle(one));
}
