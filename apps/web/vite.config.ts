import path from 'node:path';
import { serwist } from '@serwist/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.ATRIUM_DEV_SERVER ?? 'http://127.0.0.1:8080';

const TASKS =
  /src[\\/](entities[\\/]task[\\/](ClaimButton|CompleteButton|DueChip|StatusChip|TaskMenu|cardKeys|priorities|useTags|useTemplates)|features[\\/]projects[\\/](NothingPasses|projectCommands|useQuickWords|usePages|ProjectDrawers)|sync[\\/]useWireClock|ui[\\/](CommandItems|keptSizes|rowHeights))\./;
const TALK =
  /node_modules[\\/](virtua|@mantine[\\/](core[\\/]esm[\\/]components[\\/]Drawer|hooks[\\/]esm[\\/]use-debounced-value))[\\/]|src[\\/](entities[\\/](dialog[\\/](DialogPane|rules|search|usePeople)|session[\\/]session\.actions)|ui[\\/]afterPaint|sync[\\/]gone)\./;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    serwist({
      swSrc: 'src/worker/sw.ts',
      swDest: 'sw.js',
      globDirectory: 'dist',
      globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
      // Names of emoji in nine languages: a reader needs one of them, when they open the panel.
      // Letters of formulas likewise.
      globIgnores: ['assets/compact-*.js', 'assets/KaTeX_*'],
      injectionPoint: 'self.__SW_MANIFEST',
      rollupFormat: 'iife',
    }),
  ],
  resolve: {
    alias: [
      { find: 'typebox', replacement: path.join(import.meta.dirname, 'src/sync/noSchemas.ts') },
      { find: /^\.+\/use-id\/use-id\.mjs$/, replacement: path.join(import.meta.dirname, 'src/ui/mantineId.ts') },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    // Each small file by itself is a request, and a request costs more than 200 bytes do: what every page loads is one file, the
    // frame of a signed-in person another, and what many screens share a third. Measured: docs/performance.md.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'shell', test: /src[\\/]app[\\/]Shell\.tsx$/, priority: 2 },
            { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2, priority: 1 },
            // Not before somebody chooses a day.
            { name: 'dates', test: /@mantine[\\/]dates/, priority: 1 },
            // The calendar's fields wait for their language, whose file needs what is common: in there they would wait for ever.
            { name: 'common', minShareCount: 9, test: (id: string) => !id.includes('/entities/date/') },
            // What lists of tasks are made of: alone, each of these small files would be a request of its own.
            { name: 'tasks', test: TASKS, minShareCount: 2 },
            // Likewise what stands around a conversation.
            { name: 'talk', test: TALK, minShareCount: 2 },
            { name: 'drags', test: /pragmatic-drag-and-drop|projects[\\/]board\.actions\./, minShareCount: 2 },
          ],
        },
      },
    },
    // The page's policy lets fonts come as files only.
    assetsInlineLimit: (file) => (/\.(woff2?|ttf)$/.test(file) ? false : undefined),
  },
  server: {
    proxy: {
      '/api': server,
      '/avatar': server,
      '/file': server,
      '/sticker': server,
      '/picture': server,
      '/ws': { target: server, ws: true },
    },
  },
});
