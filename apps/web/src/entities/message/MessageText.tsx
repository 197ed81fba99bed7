import { useEffect, useMemo, useState } from 'react';
import { useMe } from '#entities/user/useUsers.ts';
import { loadedMarkdown, loadMarkdown, markdownWords } from '#sync/markdown.ts';
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
  const renderMarkdown = useMarkdown();
  const html = useMemo(() => renderMarkdown?.(text), [renderMarkdown, text]);
  // Its words at least, while the renderer is on its way: nothing is hidden meanwhile.
  if (html === undefined) return <div className={classes.text}>{markdownWords(text)}</div>;
  return <HtmlText html={html} />;
}

type Renderer = Awaited<ReturnType<typeof loadMarkdown>>['renderMarkdown'];

function useMarkdown(): Renderer | undefined {
  const [renderer, setRenderer] = useState<Renderer | undefined>(() => loadedMarkdown()?.renderMarkdown);
  useEffect(() => {
    if (renderer) return;
    let isShown = true;
    loadMarkdown().then(
      ({ renderMarkdown }) => {
        if (isShown) setRenderer(() => renderMarkdown);
      },
      // Offline: the words stand, and the next message that is shown asks again.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [renderer]);
  return renderer;
}

function HtmlText({ html }: { html: string }) {
  const me = useMe();
  const clean = useMemo(() => messageHtml(html, me), [html, me]);
  // DOMPurify has been over it: see html.ts.
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />;
}
