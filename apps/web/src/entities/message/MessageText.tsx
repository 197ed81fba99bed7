import { use, useMemo } from 'react';
import { useMe } from '#entities/user/useUsers.ts';
import { loadMarkdown } from '#sync/markdown.ts';
import { messageHtml } from './html.ts';
import classes from './MessageText.module.css';

interface Props {
  text: string;
  isMarkdown: boolean;
}

export function MessageText({ text, isMarkdown }: Props) {
  return isMarkdown ? <MarkdownText text={text} /> : <HtmlText html={text} />;
}

function MarkdownText({ text }: { text: string }) {
  const { renderMarkdown } = use(loadMarkdown());
  const html = useMemo(() => renderMarkdown(text), [renderMarkdown, text]);
  return <HtmlText html={html} />;
}

function HtmlText({ html }: { html: string }) {
  const me = useMe();
  const clean = useMemo(() => messageHtml(html, me), [html, me]);
  // DOMPurify has been over it: see html.ts.
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />;
}
