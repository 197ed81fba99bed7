import type { PersonTag, PersonTags, UserExtra } from '@atrium/contract/people/personTags.ts';
import { useEffect, useRef, useState } from 'react';
import { useRevision } from '#sync/store/useRevision.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { useStateOf } from '#ui/useStateOf.ts';
import { addTag, askDelete, deleteTag, readExtra, readTags, recognizeTag, renameTag } from './personTag.actions.ts';

interface Known {
  about: UserExtra;
  top: readonly PersonTag[];
  total: number;
}

export type PersonExtra = ReturnType<typeof usePersonExtra>;

/** A person's profile texts and tags; nothing is loaded for 0. */
export function usePersonExtra(userid: number) {
  const version = useRevision('tags', userid);
  const [known, setKnown] = useStateOf<Known | null>(userid, () => null);
  const [list, setList] = useStateOf<readonly PersonTag[]>(userid, () => []);
  const [isListed, setListed] = useStateOf(userid, () => false);
  const [isFailed, setFailed] = useStateOf(userid, () => false);
  const [tries, setTries] = useState(0);
  /** Clicked tags without an answer yet, one entry per click. */
  const [clicked, setClicked] = useStateOf<readonly number[]>(userid, () => []);
  const waiting = useRef(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const take = ({ top, total, list: all }: PersonTags) => {
    setKnown((before) => before && { ...before, top: inOrder(before.top, top), total });
    setList((before) => inOrder(before, all));
  };
  useEffect(() => {
    let isWanted = userid > 0 && version >= 0 && tries >= 0;
    // False for an answer from before a click, which would briefly show the click undone; the click's own answer is
    // newer.
    const isNews = () => isWanted && waiting.current === 0;
    if (isWanted)
      Promise.all([readExtra(userid), isListed ? readTags(userid) : undefined]).then(
        ([about, tags]) => {
          if (!isNews()) return;
          const { personal_tags: top, personal_tags_total: total } = about;
          setKnown((before) => ({ about, top: inOrder(before?.top ?? [], top), total }));
          if (tags) setList((before) => inOrder(before, tags.list));
          setFailed(false);
        },
        () => isWanted && setFailed(true),
      );
    return () => {
      isWanted = false;
    };
  }, [userid, version, tries, isListed, setKnown, setList, setFailed]);

  /** Changes run one after the other, so that two clicks restore the initial state. */
  const change = (run: () => Promise<PersonTags>): Promise<string> => {
    waiting.current += 1;
    const done = queue.current.then(run).then(
      (answer) => {
        waiting.current -= 1;
        take(answer);
        return '';
      },
      (error: unknown) => {
        waiting.current -= 1;
        // The current state is loaded, because another person may have been faster.
        setTries((before) => before + 1);
        return wordsOf(error);
      },
    );
    queue.current = done;
    return done;
  };
  const tell = (words: string) => words && notify(words, { kind: 'error' });
  const shown = (tags: readonly PersonTag[]) => tags.map((tag) => flipped(tag, clicked));
  return {
    about: known?.about ?? null,
    state: known ? ('there' as const) : isFailed ? ('failed' as const) : ('loading' as const),
    tags: shown(isListed && list.length > 0 ? list : (known?.top ?? [])),
    total: known?.total ?? 0,
    isListed,
    show: setListed,
    again: () => {
      setFailed(false);
      setTries(tries + 1);
    },
    recognize: (tag: PersonTag) => {
      setClicked((before) => [...before, tag.id]);
      void change(() => recognizeTag(tag.id)).then((words) => {
        setClicked((before) => before.filter((_, index) => index !== before.indexOf(tag.id)));
        tell(words);
      });
    },
    /** Adds a tag. Resolves with the error, or '' on success. */
    add: (name: string) => change(() => addTag(userid, name)),
    rename: (tag: PersonTag, name: string) => change(() => renameTag(tag.id, name)),
    remove: async (tag: PersonTag) => {
      if (await askDelete(tag)) tell(await change(() => deleteTag(tag.id)));
    },
  };
}

/** Existing tags keep their position, so that nothing moves under a finger. */
function inOrder(before: readonly PersonTag[], after: readonly PersonTag[]): readonly PersonTag[] {
  const places = new Map(before.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: PersonTag) => places.get(id) ?? before.length;
  return [...after].sort((a, b) => placeOf(a) - placeOf(b));
}

function flipped(tag: PersonTag, clicked: readonly number[]): PersonTag {
  if (clicked.filter((id) => id === tag.id).length % 2 === 0) return tag;
  const recognized = !tag.recognized;
  return { ...tag, recognized, recognition_total: tag.recognition_total + (recognized ? 1 : -1) };
}
