import type { Sticker, StickerSet } from '@atrium/contract/chat/stickers.ts';
import { ActionIcon, Loader, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconBallFootball,
  IconBulb,
  IconClock,
  IconFlag,
  IconHash,
  IconLeaf,
  IconMoodSmile,
  IconPizza,
  IconPlane,
  IconSearch,
  IconSticker,
} from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { language, t } from '#sync/language.ts';
import classes from './EmojiPanel.module.css';
import { recentEmoji, storedTone, storeTone } from './emoji.ts';
import { EMOJI_SETS, type Emoji, type EmojiSet, type EmojiTable, findEmoji, loadEmoji, toned } from './emojiData.ts';
import { noteSticker, ownStickers, recentStickers, useFoundStickers, useStickerSets } from './stickers.ts';

type Set = EmojiSet | 'recent' | 'stickers';
const ICONS: Record<Set, typeof IconClock> = {
  stickers: IconSticker,
  recent: IconClock,
  people: IconMoodSmile,
  nature: IconLeaf,
  food: IconPizza,
  activity: IconBallFootball,
  travel: IconPlane,
  objects: IconBulb,
  symbols: IconHash,
  flags: IconFlag,
};
const SEARCH_MS = 300;
const TONES = ['✋', '✋🏻', '✋🏼', '✋🏽', '✋🏾', '✋🏿'];

interface Props {
  onPick: (symbol: string) => void;
  /** Called with a sticker; without it there are no stickers, because a reaction is an emoji. */
  onSticker?: (sticker: Sticker) => void;
}

/** All emoji and stickers: by category, by search, recent ones first. */
export function EmojiPanel({ onPick, onSticker }: Props) {
  const [table, setTable] = useState<EmojiTable | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [recent] = useState(recentEmoji);
  const [tab, setTab] = useState<Set>(recent.length > 0 ? 'recent' : 'people');
  const [tone, setTone] = useState(storedTone);
  const [words, setWords] = useState('');
  const [wanted] = useDebouncedValue(words, SEARCH_MS);
  useEffect(() => {
    loadEmoji(language).then(setTable, () => setFailed(true));
  }, []);
  const shown = useMemo((): { symbol: string; label: string }[] => {
    const named = (list: readonly Emoji[]) => list.map((each) => ({ symbol: toned(each, tone), label: each.label }));
    if (!table) return [];
    if (wanted.trim()) return named(findEmoji(table, wanted));
    if (tab === 'stickers') return [];
    return tab === 'recent' ? recent.map((symbol) => ({ symbol, label: symbol })) : named(table[tab]);
  }, [table, wanted, tab, tone, recent]);
  const found = useFoundStickers(onSticker ? wanted : '');
  const sets = useStickerSets(onSticker !== undefined);
  const groups = !onSticker ? [] : stickersIn(wanted.trim() ? 'search' : tab, sets, found.list);
  const isEmpty = table !== null && shown.length + groups.length === 0 && !found.isAsking;
  const none = onSticker ? 'emoji.empty' : 'emoji.none';
  const choose = (next: number) => {
    setTone(next);
    storeTone(next);
  };
  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        <TextInput
          className={classes.search ?? ''}
          size="sm"
          autoFocus
          data-autofocus
          placeholder={t('emoji.search')}
          aria-label={t('emoji.search')}
          leftSection={<IconSearch size={16} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <ActionIcon size="lg" aria-label={t('emoji.tone')}>
              <span className={classes.tone}>{TONES[tone]}</span>
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={classes.tones ?? ''}>
            {TONES.map((hand, index) => (
              <Menu.Item key={hand} onClick={() => choose(index)} aria-label={t('emoji.tone_of', { number: index })}>
                {hand}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {!words && (
        <div className={classes.tabs} role="tablist" aria-label={t('emoji.sets')}>
          {(['recent', ...EMOJI_SETS, ...(onSticker ? (['stickers'] as const) : [])] as const).map((set) => (
            <Tab key={set} set={set} isOn={tab === set} onChoose={() => setTab(set)} />
          ))}
        </div>
      )}
      <div className={classes.grid} role="listbox" tabIndex={-1} aria-label={t('emoji.all')} onKeyDown={walk}>
        {!table && (hasFailed ? <p className={classes.none}>{t('error.request')}</p> : <Loader size="sm" m="auto" />)}
        {found.problem && (
          <p className={classes.none} role="alert">
            {found.problem}
          </p>
        )}
        {isEmpty && !found.problem && (
          <p className={classes.none} role={wanted ? 'alert' : 'note'}>
            {t(wanted ? none : 'emoji.no_recent')}
          </p>
        )}
        {shown.map(({ symbol, label }) => (
          <UnstyledButton
            key={symbol}
            className={classes.sign}
            role="option"
            aria-selected={false}
            aria-label={label}
            title={label}
            onClick={() => onPick(symbol)}
          >
            {symbol}
          </UnstyledButton>
        ))}
        {groups.map(({ name, list }) => (
          <Fragment key={name}>
            {name && <h3 className={classes.name}>{name}</h3>}
            {list.map((sticker) => (
              <StickerButton
                key={sticker.src}
                sticker={sticker}
                onPick={() => {
                  noteSticker(sticker);
                  onSticker?.(sticker);
                }}
              />
            ))}
          </Fragment>
        ))}
      </div>
    </div>
  );
}

interface StickerGroup {
  /** '' without a heading. */
  name: string;
  list: readonly Sticker[];
}
/** The content of the grid, group by group, without empty groups. */
function stickersIn(place: Set | 'search', sets: readonly StickerSet[], found: readonly Sticker[]): StickerGroup[] {
  const groups: Partial<Record<typeof place, StickerGroup[]>> = {
    search: [{ name: '', list: found }],
    recent: [{ name: '', list: recentStickers(sets) }],
    // The workspace's own sets first: the built-in one needs no heading when alone.
    stickers: [...sets, { name: sets.length > 0 ? t('sticker.set') : '', list: ownStickers() }],
  };
  return (groups[place] ?? []).filter(({ list }) => list.length > 0);
}

function StickerButton({ sticker, onPick }: { sticker: Sticker; onPick: () => void }) {
  return (
    <UnstyledButton
      className={classes.sticker}
      role="option"
      aria-selected={false}
      aria-label={sticker.name}
      title={sticker.name}
      onClick={onPick}
    >
      <img src={sticker.src} alt="" width={64} height={64} loading="lazy" />
    </UnstyledButton>
  );
}

function Tab({ set, isOn, onChoose }: { set: Set; isOn: boolean; onChoose: () => void }) {
  const Icon = ICONS[set];
  const label = t(set === 'stickers' ? 'sticker.set' : `emoji.${set}`);
  return (
    <UnstyledButton
      role="tab"
      className={classes.tab}
      aria-selected={isOn}
      aria-label={label}
      title={label}
      onClick={onChoose}
    >
      <Icon size={18} stroke={1.75} />
    </UnstyledButton>
  );
}

const PER_ROW = 8;
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: PER_ROW, ArrowUp: -PER_ROW };
/** Arrow keys move between emoji. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  const signs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="option"]')];
  const next = signs[signs.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
