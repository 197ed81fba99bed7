import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { serwist } from '@serwist/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contractNames } from './contractNames.ts';

/** `npm run build` builds beside the folder that a server may be serving. */
const outDir = process.env.ATRIUM_WEB_OUT ?? 'dist';
const server = process.env.ATRIUM_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** A pattern of these files of `src`, or of a package, which fails if one was renamed. */
function filesOf(...names: string[]): RegExp {
  const paths = names.map((name) => {
    const [, owner, file] = /^@atrium\/(\w+)\/(.+)$/.exec(name) ?? [];
    const folder = owner ? path.join(import.meta.dirname, '../../packages', owner) : import.meta.dirname;
    const source = `src/${file ?? name}`;
    const found = ['.ts', '.tsx'].find((ending) => existsSync(path.join(folder, source + ending)));
    if (!found) throw new Error(`${folder}/${source} does not exist: correct the chunks in vite.config.ts`);
    const escaped = `${path.basename(folder)}/${source}`.replaceAll('.', '\\.');
    return escaped.replaceAll('/', '[\\\\/]');
  });
  return new RegExp(`[\\\\/](?:${paths.join('|')})\\.tsx?$`);
}

const MODULES = path.join(import.meta.dirname, '../../node_modules');
/** A pattern of these folders of `node_modules`, which fails if one is gone. A name may end with `*`. */
function librariesOf(...names: string[]): RegExp {
  const patterns = names.map((name) => {
    const [folder, prefix = ''] = [path.dirname(name), path.basename(name).split('*')[0]];
    const isThere = readdirSync(path.join(MODULES, folder)).some((each) =>
      name.endsWith('*') ? each.startsWith(prefix) : each === prefix,
    );
    if (!isThere) throw new Error(`node_modules/${name} does not exist: correct the chunks in vite.config.ts`);
    return name.replaceAll('/', '[\\\\/]').replace('*', '[\\w-]*');
  });
  return new RegExp(`node_modules[\\\\/](?:${patterns.join('|')})[\\\\/]`);
}

const TASKS = filesOf(
  'entities/footer/FooterLinks',
  'entities/form/Problem',
  'entities/task/OwnSubtaskCount',
  'entities/task/quick/QuickTaskPreview',
  'entities/task/status/ClaimButton',
  'entities/task/status/CompleteButton',
  'entities/task/status/StatusChip',
  'entities/task/times/DueChip',
  'entities/task/menu/TaskMenu',
  'entities/task/menu/cardKeys',
  'entities/task/menu/priorities',
  'entities/task/menu/useTags',
  'entities/task/menu/useTemplates',
  'features/projects/board/NoMatchingTasks',
  'entities/task/quick/useQuickWords',
  'features/projects/projectCommands',
  'features/projects/table/usePages',
  'sync/useWireClock',
  'ui/keys/CommandItems',
  'entities/workspace/samples/SampleContent',
  'entities/workspace/samples/SampleProgress',
  'entities/workspace/samples/samples.actions',
  'entities/workspace/samples/useSamples',
  'features/projects/settings/SearchedDrawer',
  'ui/fields/Segments',
  'ui/layout/storedSizes',
  'ui/lists/PickList',
  '@atrium/contract/people/invitations',
  '@atrium/contract/workspace/samples',
  '@atrium/contract/workspace/status',
  'ui/lists/rowHeights',
);
const TASK_LIBRARIES = librariesOf(
  '@mantine/core/esm/components/FloatingIndicator',
  '@mantine/core/esm/components/SegmentedControl',
  '@mantine/core/esm/components/Textarea',
);
const CHAT = filesOf(
  'entities/dialog/DialogPane',
  'entities/dialog/rules',
  'entities/dialog/usePeople',
  'entities/session/session.actions',
  'ui/layout/afterPaint',
);
const CHAT_LIBRARIES = librariesOf(
  'virtua',
  '@mantine/core/esm/components/RingProgress',
  '@mantine/core/esm/components/Drawer',
  '@mantine/hooks/esm/use-debounced-value',
);

const CONVERSATION = filesOf(
  'entities/location/location.actions',
  'entities/meeting/plans',
  'entities/meeting/planWords',
  'entities/message/composer/ContextBar',
  'entities/message/composer/outgoing',
  'entities/message/editor/editorHtml',
  'entities/message/editor/plainField',
  'entities/message/editor/sendKey',
  'entities/message/files/useFileDrop',
  'entities/message/mentions/mentionChoices',
  'entities/message/programs/program.actions',
  'entities/message/programs/shownForm',
  'entities/message/programs/slash',
  'entities/message/todos/reminders',
  'ui/appearance',
  'ui/layout/Splitter',
  '@atrium/contract/chat/actions',
  '@atrium/contract/chat/meetingPlans',
  '@atrium/contract/files/pictures',
  '@atrium/contract/people/reminders',
  '@atrium/richtext/weight',
);

/**
 * Parts that few people use, such as viewers of rare formats: loaded when needed, and not stored for working offline.
 */
const VIEWERS = librariesOf(
  'pdfjs-dist',
  'docx-preview',
  'jszip',
  'mermaid',
  '@mermaid-js',
  '@excalidraw',
  'mind-elixir',
  'jotai',
  'jotai-scope',
  '@radix-ui',
  'perfect-freehand',
  'd3*',
  'cytoscape*',
  'dagre-d3-es',
  'elkjs',
  'chevrotain',
  'heic-to',
  'utif2',
  'pako',
  'comlink',
  '@twilio',
  'numfmt',
  'postal-mime',
  'roughjs',
  'khroma',
  'es-toolkit',
  '@iconify',
  '@braintree',
  '@upsetjs',
  '@chevrotain',
  'ts-dedent',
);
const isViewer = ({ moduleIds }: { moduleIds: readonly string[] }) =>
  moduleIds.some((id) => VIEWERS.test(id)) ||
  (moduleIds.length > 0 && moduleIds.every((id) => id.includes('/entities/viewer/')));

/** The text editor: a dozen parts of the page need it, and none before somebody writes. */
const EDITOR = librariesOf('@tiptap', 'prosemirror-*', 'rope-sequence', 'orderedmap', 'w3c-keyname');
/** A field for numbers, which few forms have. */
const NUMBERS =
  /@mantine[\\/]core[\\/]esm[\\/]components[\\/]NumberInput|react-number-format|ui[\\/]fields[\\/]NumberField/;
/** Parts that forms share and chats do not have. */
const FORM_LIBRARIES = librariesOf(
  '@mantine/core/esm/components/ColorSwatch',
  '@mantine/core/esm/components/Combobox',
  '@mantine/core/esm/components/FileButton',
  '@mantine/core/esm/components/NativeSelect',
  '@mantine/core/esm/components/Pill',
  '@mantine/core/esm/components/PillsInput',
  '@mantine/core/esm/components/Select',
  '@mantine/core/esm/components/Switch',
  '@mantine/core/esm/components/TagsInput',
  '@mantine/core/esm/core/utils/find-element-in-shadow-dom',
);
const FORMS = filesOf(
  'entities/form/FormEnd',
  'entities/user/PeopleField',
  'entities/user/PickedPeople',
  'entities/user/PickerRow',
  'entities/user/UserPicker',
  'entities/user/usePeopleToPick',
  'features/settings/FormRow',
  'features/settings/lastChanges',
);
const isForm = (id: string) => FORMS.test(id) || FORM_LIBRARIES.test(id);
const isForWriting = (id: string) => EDITOR.test(id) || NUMBERS.test(id) || isForm(id);

const STYLES = /src[\\/](?!entities[\\/]viewer).*\.module\.css/;
/** Folders whose style sheets are large, and needed on a few screens only. */
const STYLED =
  /src[\\/](?:entities|features)[\\/](approval|approvals|calendar|drive|files|meetings|message|projects|reports|settings|tasks)[\\/]/;

/** The help in one of nine languages: loaded when it opens, and not stored for working offline. */
const isGuide = ({ facadeModuleId }: { facadeModuleId: string | null }) =>
  facadeModuleId?.includes('/app/help/guide/') ?? false;

/** The diagrams use these too, in so many files that they would seem to be needed everywhere. */
const LIBRARIES = librariesOf('dompurify', 'marked');

const PDF_FOLDERS = ['cmaps', 'standard_fonts', 'wasm'];
/** Character maps, fonts and decoders, which the PDF library requests by name. */
function pdfAssets(): Plugin {
  const library = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    name: 'pdf-assets',
    generateBundle() {
      for (const folder of PDF_FOLDERS) {
        for (const name of readdirSync(path.join(library, folder))) {
          // WebAssembly is not used: the page's policy forbids it.
          if (/\.wasm$|quickjs/i.test(name)) continue;
          const source = readFileSync(path.join(library, folder, name));
          this.emitFile({ type: 'asset', fileName: `assets/pdfjs/${folder}/${name}`, source });
        }
      }
    },
  };
}

/**
 * Excalidraw's fonts, which it requests by name, with the Chinese ones in two hundred parts. Another site that it names
 * for each of them as a second source is replaced: the browser would report each as forbidden.
 */
function drawingFonts(): Plugin {
  const library = path.dirname(createRequire(import.meta.url).resolve('@excalidraw/excalidraw'));
  let isReplaced = false;
  return {
    name: 'drawing-fonts',
    transform(code, id) {
      if (!id.includes('@excalidraw/excalidraw') || !code.includes('`https://esm.sh/')) return;
      isReplaced = true;
      return { code: code.replaceAll('`https://esm.sh/', '`${location.origin}/assets/excalidraw/'), map: null };
    },
    generateBundle() {
      if (!isReplaced) throw new Error('Excalidraw has changed where it looks for fonts: see drawingFonts().');
      const folder = path.join(library, 'fonts');
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.woff2')) continue;
        const source = readFileSync(path.join(folder, name));
        this.emitFile({ type: 'asset', fileName: `assets/excalidraw/fonts/${name.replaceAll('\\', '/')}`, source });
      }
    },
  };
}

/** The worker that blurs backgrounds in meetings, with its model, which it requests by name. */
function blurAssets(): Plugin {
  const library = path.join(createRequire(import.meta.url).resolve('@twilio/video-processors'), '../..');
  const { version } = JSON.parse(readFileSync(path.join(library, 'package.json'), 'utf8')) as { version: string };
  const folder = path.join(library, 'dist/build');
  return {
    name: 'blur-assets',
    generateBundle() {
      const names = readdirSync(folder).filter((name) => /^(tflite|selfie|twilio-gaussian)/.test(name));
      if (names.length < 6) throw new Error('The library that blurs backgrounds has other parts: see blurAssets().');
      for (const name of names) {
        const source = readFileSync(path.join(folder, name));
        this.emitFile({ type: 'asset', fileName: `assets/blur-${version}/${name}`, source });
      }
    },
  };
}

const CATALOGS = path.join(import.meta.dirname, '../../packages/i18n/src/catalogs');
/** The web manifest in each language: the browser reads names of shortcuts from it. */
function manifests(): Plugin {
  const plain = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'public/manifest.webmanifest'), 'utf8'),
  ) as Manifest;
  return {
    name: 'manifests',
    generateBundle() {
      for (const language of readdirSync(CATALOGS).filter((name) => !name.includes('.') && name !== 'en')) {
        const parts = readdirSync(path.join(CATALOGS, language)).map(
          (part) => JSON.parse(readFileSync(path.join(CATALOGS, language, part), 'utf8')) as Texts,
        );
        const texts: Texts = Object.assign({}, ...parts);
        const source = JSON.stringify({ ...plain, lang: language, shortcuts: named(plain.shortcuts, texts) });
        this.emitFile({ type: 'asset', fileName: `manifest-${language}.webmanifest`, source });
      }
    },
  };
}
type Texts = Record<string, string>;
interface Manifest {
  shortcuts: { name: string; url: string }[];
}
const SHORTCUTS: Texts = {
  '/manage/messenger': 'nav.messenger',
  '/manage/calendar': 'nav.calendar',
  '/manage/file': 'files.title',
  '/manage/project': 'nav.projects',
};
const named = (shortcuts: Manifest['shortcuts'], texts: Texts) =>
  shortcuts.map((each) => ({ ...each, name: texts[SHORTCUTS[each.url] ?? ''] ?? each.name }));

/**
 * `Features.LightDark` of Lightning CSS. Its substitute for `light-dark()` needs a `color-scheme` in the same styles;
 * the theme sets ours by script, and such colors would be invalid. Browsers that we support have the function.
 */
const LIGHT_DARK = 1 << 20;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    contractNames(),
    pdfAssets(),
    blurAssets(),
    drawingFonts(),
    manifests(),
    serwist({
      swSrc: 'src/worker/sw.ts',
      swDest: 'sw.js',
      globDirectory: outDir,
      globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
      // Emoji names and help in nine languages, of which a reader needs one when it opens, and fonts for formulas.
      globIgnores: [
        'assets/compact-*.js',
        'assets/KaTeX_*',
        'assets/viewer-*',
        'assets/guide-*',
        'assets/pdfjs/**',
        'assets/blur-*/**',
        'assets/excalidraw/**',
      ],
      injectionPoint: 'self.__SW_MANIFEST',
      rollupFormat: 'iife',
    }),
  ],
  resolve: {
    alias: [
      // Its dialog for diagrams from text is not offered: Mermaid files have a viewer of their own.
      {
        find: '@excalidraw/mermaid-to-excalidraw',
        replacement: path.join(import.meta.dirname, 'src/entities/viewer/drawing/noMermaid.ts'),
      },
      { find: 'typebox', replacement: path.join(import.meta.dirname, 'src/sync/noSchemas.ts') },
      {
        find: /^\.+\/use-id\/use-id\.mjs$/,
        replacement: path.join(import.meta.dirname, 'src/ui/mantineId.ts'),
      },
    ],
  },
  css: { lightningcss: { exclude: LIGHT_DARK } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    // Browsers that we support preload modules.
    modulePreload: { polyfill: false },
    // Each small file would be a request, which costs more than 200 bytes: what every page loads is one file, the frame
    // of a signed-in person another, and what many screens share a third. Measured: docs/performance.md.
    rolldownOptions: {
      output: {
        chunkFileNames: (chunk) =>
          `assets/${isViewer(chunk) ? 'viewer-' : isGuide(chunk) ? 'guide-' : ''}[name]-[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'router', test: filesOf('app/routing/router'), priority: 2 },
            { name: 'shell', test: filesOf('app/shell/Shell'), priority: 2 },
            { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2, priority: 1 },
            // Only needed for choosing a date.
            { name: 'dates', test: /@mantine[\\/]dates/, priority: 1 },
            // The calendar's fields wait for their language, whose file needs the common chunk: inside it they would
            // wait forever.
            {
              name: 'common',
              minShareCount: 9,
              test: (id: string) =>
                !id.includes('/entities/date/') && !VIEWERS.test(id) && !LIBRARIES.test(id) && !isForWriting(id),
            },
            // After the common chunk, because a group takes along what its modules import.
            { name: 'editor', test: EDITOR, minShareCount: 9 },
            { name: 'numbers', test: NUMBERS, minShareCount: 2 },
            { name: 'forms', test: isForm, minShareCount: 2 },
            // Modules that dozens of its diagrams share.
            { name: 'diagrams', minShareCount: 9, test: VIEWERS },
            // The parts of task lists: each of these small files would be a request of its own.
            { name: 'tasks', test: (id: string) => TASKS.test(id) || TASK_LIBRARIES.test(id), minShareCount: 2 },
            // The same for the parts around a chat.
            { name: 'chat', test: (id: string) => CHAT.test(id) || CHAT_LIBRARIES.test(id), minShareCount: 2 },
            { name: 'conversation', test: CONVERSATION, minShareCount: 2 },
            // A file of its own for each style sheet that two screens share is a request, and its name is in the first file.
            { name: (id: string) => `styles-${STYLED.exec(id)?.[1] ?? 'all'}`, test: STYLES, minShareCount: 2 },
            { name: 'drags', test: /pragmatic-drag-and-drop|board[\\/]board\.actions\.ts$/, minShareCount: 2 },
          ],
        },
      },
    },
    // The page's policy allows fonts as files only.
    assetsInlineLimit: (file) => (/\.(woff2?|ttf)$/.test(file) ? false : undefined),
  },
  server: {
    proxy: {
      '/.well-known': server,
      '/api': server,
      '/app/': server,
      '/app-frame/': server,
      '/avatar': server,
      '/docs': server,
      '/file': server,
      '/mcp': server,
      '/oauth/register': server,
      '/office': server,
      '/oauth/revoke': server,
      '/oauth/token': server,
      '/sticker': server,
      '/wopi': server,
      '/picture': server,
      '/ws': { target: server, ws: true },
    },
  },
});
