import type { Language } from '@atrium/i18n/languages.ts';
import { useEffect, useState } from 'react';
import { language, t } from '#sync/language.ts';
import { ARTICLES } from './articles.ts';

type Texts = Record<string, string>;
/** Each language is a file, because a reader needs only one, and only when help opens. */
const LANGUAGES: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./guide/en.ts'),
  de: () => import('./guide/de.ts'),
  fr: () => import('./guide/fr.ts'),
  ru: () => import('./guide/ru.ts'),
  zh: () => import('./guide/zh.ts'),
  'zh-CHT': () => import('./guide/zh-CHT.ts'),
  ja: () => import('./guide/ja.ts'),
  ko: () => import('./guide/ko.ts'),
  id: () => import('./guide/id.ts'),
};

export interface GuideArticle {
  id: string;
  audience: 'people' | 'admins';
  title: string;
  /** The text in Markdown, without the title and the links to other articles. */
  text: string;
  /** Ids of further articles. */
  related: readonly string[];
}

const RELATED = /\n[^\n]*\[[^\]]*\]\([\w-]+\.md\)[^\n]*$/;

/** @param source  a title line, Markdown, and optionally a last line with links to other articles */
export function readArticle(id: string, audience: GuideArticle['audience'], source: string): GuideArticle {
  const [first = '', ...rest] = source.trim().split('\n');
  const body = rest.join('\n').trim();
  const links = RELATED.exec(`\n${body}`)?.[0] ?? '';
  return {
    id,
    audience,
    title: first.replace(/^# /, ''),
    text: body.slice(0, body.length - links.trimStart().length).trim(),
    related: [...links.matchAll(/\(([\w-]+)\.md\)/g)].map(([, name = '']) => name),
  };
}

async function loadGuide(): Promise<GuideArticle[]> {
  const { texts } = await LANGUAGES[language]();
  const byName = new Map(Object.entries(texts).map(([path, text]) => [path.replace(/^.*\/|\.md$/g, ''), text]));
  return ARTICLES.map(({ id, audience }) => readArticle(id, audience, byName.get(id) ?? ''));
}

let loading: Promise<GuideArticle[]> | undefined;

/** The articles in the page's language; empty while they load. `problem` is a text for the reader. */
export function useGuide(): { articles: readonly GuideArticle[]; problem: string; retry: () => void } {
  const [articles, setArticles] = useState<readonly GuideArticle[]>([]);
  const [problem, setProblem] = useState('');
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isShown = true;
    loading ??= loadGuide();
    loading.then(
      (all) => isShown && setArticles(all),
      () => {
        loading = undefined;
        if (isShown) setProblem(t('help.failed'));
      },
    );
    return () => {
      isShown = false;
    };
  }, [turn]);
  const retry = () => {
    setProblem('');
    setTurn(turn + 1);
  };
  return { articles, problem, retry };
}
