import { Alert, Button, CloseButton, Group, Kbd, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconBook, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { useGlobalCommands } from '#app/palette/useGlobalCommands.ts';
import { MarkedText } from '#entities/drive/MarkedText.tsx';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { offeredCommands } from '#ui/keys/commands.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import { articlesFor } from './articles.ts';
import { type GuideArticle, useGuide } from './guide.ts';
import classes from './HelpDrawer.module.css';
import { partsOf } from './pictures.ts';
import { findArticles } from './search.ts';

/** Help beside the screen: articles about it and its keys, then all articles, with search. */
export function HelpDrawer() {
  const { close, article: wanted } = useOverlays();
  const { articles, problem, retry } = useGuide();
  const [id, setId] = useState(wanted);
  const [query, setQuery] = useState('');
  const isNarrow = useIsNarrow();
  const open = articles.find((each) => each.id === id);
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={isNarrow ? '100%' : 440}
      title={t('help.title')}
      overlayProps={{ backgroundOpacity: 0.15 }}
    >
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}{' '}
          <Button size="compact-sm" variant="subtle" onClick={retry}>
            {t('action.retry')}
          </Button>
        </Alert>
      )}
      {open && <Article key={open.id} article={open} articles={articles} onOpen={setId} onBack={() => setId('')} />}
      {!open && (!id || articles.length > 0) && (
        <Contents articles={articles} query={query} onQuery={setQuery} onOpen={setId} />
      )}
      {articles.length === 0 && !problem && <LoadingPlaceholder label={t('state.loading')} />}
    </Drawer>
  );
}

interface ContentsProps {
  articles: readonly GuideArticle[];
  query: string;
  onQuery: (query: string) => void;
  onOpen: (id: string) => void;
}
function Contents({ articles, query, onQuery, onOpen }: ContentsProps) {
  const { pathname, search } = useLocation();
  const here = articlesFor(pathname + search).flatMap(({ id }) => articles.find((each) => each.id === id) ?? []);
  const isAdmin = client.user?.identity.includes('admin') ?? false;
  const found = findArticles(articles, query);
  const list = (title: string, items: readonly GuideArticle[]) =>
    items.length > 0 && (
      <section aria-label={title}>
        <Title order={3} className={classes.heading}>
          {title}
        </Title>
        {items.map((each) => (
          <ArticleRow key={each.id} article={each} query={query} onOpen={onOpen} />
        ))}
      </section>
    );
  const of = (audience: GuideArticle['audience']) => articles.filter((each) => each.audience === audience);
  return (
    <Stack gap="md">
      <TextInput
        data-autofocus
        aria-label={t('help.find')}
        placeholder={t('help.find')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        rightSection={query && <CloseButton size="sm" aria-label={t('action.clear')} onClick={() => onQuery('')} />}
        value={query}
        maxLength={100}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
      {articles.length === 0 ? null : query.trim() ? (
        <div role="status">
          {list(t('help.found'), found)}
          {found.length === 0 && <EmptyState drawing="lost" text={t('help.none')} />}
        </div>
      ) : (
        <>
          {list(t('help.screen'), here)}
          <Keys />
          {list(t('help.people'), of('people'))}
          {isAdmin && list(t('help.admins'), of('admins'))}
        </>
      )}
    </Stack>
  );
}

function ArticleRow({
  article,
  query,
  onOpen,
}: {
  article: GuideArticle;
  query: string;
  onOpen: (id: string) => void;
}) {
  return (
    <UnstyledButton className={classes.row} onClick={() => onOpen(article.id)}>
      <IconBook size={18} stroke={1.75} aria-hidden />
      <span>
        <MarkedText text={article.title} words={query} />
      </span>
    </UnstyledButton>
  );
}

const FEW = 6;

/** The keys of the screen behind, and the way to all others. */
function Keys() {
  const everywhere = useGlobalCommands();
  const openOverlay = useOverlays((state) => state.open);
  const [offered] = useState(offeredCommands);
  // Keys of a card that has the focus belong to the card, not to the screen.
  const own = offered.filter(({ id, keys }) => keys && !id.startsWith('card-'));
  // If a screen has no keys of its own, those of all screens are shown.
  const rows = own.length > 0 ? own : everywhere.filter(({ keys }) => keys).slice(0, FEW);
  const title = t(own.length > 0 ? 'help.keys' : 'shortcuts.title');
  const all = everywhere.find(({ id }) => id === 'shortcuts');
  return (
    <section aria-label={title}>
      <Title order={3} className={classes.heading}>
        {title}
      </Title>
      {rows.map(({ id, label, keys = '' }) => (
        <Group key={id} justify="space-between" wrap="nowrap" className={classes.key}>
          <Text size="sm">{label}</Text>
          <Group gap={4} wrap="nowrap">
            {keys.split(' ').map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
      <Button variant="light" size="compact-md" mt={8} onClick={() => openOverlay('shortcuts')}>
        {all?.label ?? t('shortcuts.title')}
      </Button>
    </section>
  );
}

interface ArticleProps {
  article: GuideArticle;
  articles: readonly GuideArticle[];
  onOpen: (id: string) => void;
  onBack: () => void;
}
function Article({ article, articles, onOpen, onBack }: ArticleProps) {
  const top = useRef<HTMLHeadingElement>(null);
  // The focus moves to the title, so that people with a screen reader or keys begin there, not where the list was.
  useEffect(() => top.current?.focus(), []);
  const related = article.related.flatMap((id) => articles.find((each) => each.id === id) ?? []);
  return (
    <article className={classes.article}>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconArrowLeft size={16} />}
        className={classes.back ?? ''}
        onClick={onBack}
      >
        {t('help.all')}
      </Button>
      <Title order={2} size="h3" ref={top} tabIndex={-1} className={classes.title}>
        {article.title}
      </Title>
      {partsOf(article.text).map((part) =>
        part.kind === 'picture' ? (
          <img key={part.address} src={part.address} alt={part.alt} className={classes.picture} loading="lazy" />
        ) : (
          <MessageText key={part.text} text={part.text} isMarkdown />
        ),
      )}
      {related.length > 0 && (
        <section aria-label={t('help.related')}>
          <Title order={3} className={classes.heading}>
            {t('help.related')}
          </Title>
          {related.map((each) => (
            <ArticleRow key={each.id} article={each} query="" onOpen={onOpen} />
          ))}
        </section>
      )}
    </article>
  );
}
