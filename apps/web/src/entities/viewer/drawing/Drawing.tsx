import '@excalidraw/excalidraw/index.css';
import { elementsOf, isPicture, type Parts, picturesOf } from '@atrium/richtext/document/parts.ts';
import { CaptureUpdateAction, Excalidraw, MainMenu, reconcileElements, restoreElements } from '@excalidraw/excalidraw';
import type { AppState, BinaryFileData, Collaborator, ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { language } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import type { Pointer, SharedParts } from '../parts.ts';
import classes from './Drawing.module.css';

const LANGUAGES: Readonly<Record<typeof language, string>> = {
  ...{ en: 'en', de: 'de-DE', fr: 'fr-FR', ru: 'ru-RU', zh: 'zh-CN', 'zh-CHT': 'zh-TW' },
  ...{ ja: 'ja-JP', ko: 'ko-KR', id: 'id-ID' },
};
/** Pointer movements within this time are sent together. */
const POINT_MS = 60;

type Restored = ReturnType<typeof restoreElements>;
type Element = Restored[number];
/** Converts elements to the form that the library expects, because clients of others may have written invalid ones. */
const restored = (elements: readonly Record<string, unknown>[]): Restored =>
  restoreElements(elements as unknown as Restored, null);
const filesOf = (parts: Parts) => picturesOf(parts) as unknown as Record<string, BinaryFileData>;

interface Props {
  name: string;
  parts: Parts;
  /** The shared state; without it, the drawing is only shown. */
  shared?: SharedParts | undefined;
  isReadOnly: boolean;
  /** The error text for a picture that is too large to be added. */
  tooLarge: string;
}

/** The most characters of a picture: files are part of the drawing, and a larger one does not fit. */
const PICTURE_CHARS = 700_000;

/** A drawing on a whiteboard without edges. */
export function Drawing({ name, parts, shared, isReadOnly, tooLarge }: Props) {
  const scheme = useComputedColorScheme('light');
  const [api, setApi] = useState<ExcalidrawImperativeAPI | null>(null);
  const [initialData] = useState(() => {
    const background = parts.get('background');
    return {
      elements: restored(elementsOf(parts)),
      files: filesOf(parts),
      appState: { ...(typeof background === 'string' && { viewBackgroundColor: background }) },
      scrollToContent: true,
    };
  });
  /** The known entries of the shared state, by key. For elements it is their version. */
  const known = useRef(new Map<string, string>());
  const isTold = useRef(false);
  useEffect(() => {
    if (!api || !shared) return;
    for (const [key, value] of shared.all()) known.current.set(key, stampOf(value));
    const take = (changes: Parts) => {
      for (const [key, value] of changes) {
        if (value === undefined) known.current.delete(key);
        else known.current.set(key, stampOf(value));
      }
      applyTo(api, changes);
    };
    const stops = [shared.onChanged(take), shared.onPointers((pointers) => showPointers(api, pointers))];
    // Changes that arrived since the first drawing are applied now.
    take(shared.all());
    return () => {
      for (const stop of stops) stop();
    };
  }, [api, shared]);
  const changed = (elements: readonly Element[], look: AppState, files: Readonly<Record<string, BinaryFileData>>) => {
    if (!shared || isReadOnly) return;
    const changes = changesOf(known.current, elements, look, files);
    if (changes.isTooLarge && !isTold.current) notify(tooLarge, { kind: 'error' });
    isTold.current = changes.isTooLarge;
    if (changes.parts.size > 0) shared.change(changes.parts);
  };
  const pointedAt = useRef(0);
  return (
    <section className={classes.board} aria-label={name} data-own-keys>
      <Excalidraw
        excalidrawAPI={setApi}
        initialData={initialData}
        langCode={LANGUAGES[language]}
        theme={scheme}
        name={name}
        viewModeEnabled={isReadOnly}
        isCollaborating={shared !== undefined}
        // Embedded pages are not allowed, because the page's policy refuses frames of other sites.
        validateEmbeddable={false}
        aiEnabled={false}
        autoFocus={!isReadOnly}
        handleKeyboardGlobally={false}
        UIOptions={{ canvasActions: { loadScene: false, saveToActiveFile: false, export: false, toggleTheme: false } }}
        onChange={changed}
        onPointerUpdate={({ pointer }) => {
          if (Date.now() - pointedAt.current < POINT_MS) return;
          pointedAt.current = Date.now();
          shared?.point({ x: Math.round(pointer.x), y: Math.round(pointer.y) });
        }}
      >
        <MainMenu>
          <MainMenu.DefaultItems.SaveAsImage />
          <MainMenu.DefaultItems.SearchMenu />
          <MainMenu.DefaultItems.Help />
          {!isReadOnly && (
            <>
              <MainMenu.DefaultItems.ClearCanvas />
              <MainMenu.Separator />
              <MainMenu.DefaultItems.ChangeCanvasBackground />
            </>
          )}
        </MainMenu>
      </Excalidraw>
    </section>
  );
}

/** A text that differs if the value does, because comparing whole elements at each move would be slow. */
function stampOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { version, versionNonce } = value as { version?: number; versionNonce?: number };
  return `${version ?? 0} ${versionNonce ?? 0}`;
}

/** The differences from the shared state; newer elements there win. */
function changesOf(
  known: Map<string, string>,
  elements: readonly Element[],
  look: AppState,
  files: Readonly<Record<string, BinaryFileData>>,
): { parts: Parts; isTooLarge: boolean } {
  const parts: Parts = new Map();
  let isTooLarge = false;
  const put = (key: string, value: unknown, stamp: string) => {
    known.set(key, stamp);
    parts.set(key, value);
  };
  for (const element of elements) {
    const key = `e:${element.id}`;
    const before = known.get(key);
    if (element.isDeleted) {
      if (before === undefined) continue;
      known.delete(key);
      parts.set(key, undefined);
    } else if (before !== stampOf(element) && !(Number(before?.split(' ')[0]) > element.version)) {
      put(key, { ...element }, stampOf(element));
    }
  }
  for (const [id, file] of Object.entries(files)) {
    const key = `f:${id}`;
    if (known.has(key) || !elements.some((each) => !each.isDeleted && 'fileId' in each && each.fileId === id)) continue;
    if (!isPicture(file) || file.dataURL.length > PICTURE_CHARS) isTooLarge = true;
    else put(key, { id, mimeType: file.mimeType, dataURL: file.dataURL, created: file.created }, stampOf({}));
  }
  const background = look.viewBackgroundColor;
  const isOther = background !== (known.get('background') ?? '#ffffff');
  if (isOther && /^#[\da-f]{3,8}$/i.test(background)) put('background', background, background);
  return { parts, isTooLarge };
}

/** Shows what others have changed. What one is changing oneself right now stays. */
function applyTo(api: ExcalidrawImperativeAPI, changes: Parts): void {
  api.addFiles(Object.values(filesOf(changes)));
  const here = api.getSceneElementsIncludingDeleted();
  const removed = new Set([...changes].flatMap(([key, value]) => (value === undefined ? [key.slice(2)] : [])));
  const remaining = here.filter(({ id }) => !removed.has(id));
  const arrived = restored(elementsOf(changes));
  const background = changes.get('background');
  if (arrived.length === 0 && removed.size === 0 && typeof background !== 'string') return;
  api.updateScene({
    elements: reconcileElements(
      remaining as Parameters<typeof reconcileElements>[0],
      arrived as unknown as Parameters<typeof reconcileElements>[1],
      api.getAppState(),
    ),
    ...(typeof background === 'string' && { appState: { viewBackgroundColor: background } }),
    captureUpdate: CaptureUpdateAction.NEVER,
  });
}

function showPointers(api: ExcalidrawImperativeAPI, pointers: readonly Pointer[]): void {
  const collaborators = new Map(
    pointers.map(({ key, name, color, x, y }): [string, Collaborator] => [
      key,
      { username: name, color: { background: color, stroke: color }, pointer: { x, y, tool: 'pointer' } },
    ]),
  );
  api.updateScene({ collaborators: collaborators as never, captureUpdate: CaptureUpdateAction.NEVER });
}
