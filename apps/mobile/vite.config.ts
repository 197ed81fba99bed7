import path from 'node:path';
import { defineConfig } from 'vite';
import { readServers } from './src/addresses.ts';

const here = import.meta.dirname;

/** The start page; and, with `--mode shell`, the one script that native code puts before each page of a server. */
export default defineConfig(({ mode }) => ({
  root: here,
  base: './',
  define: {
    ATRIUM_SERVERS: JSON.stringify(readServers(process.env['ATRIUM_SERVERS'])),
    ATRIUM_RELAY: JSON.stringify(process.env['ATRIUM_PUSH_RELAY'] ?? ''),
  },
  build: {
    outDir: path.join(here, 'dist'),
    emptyOutDir: mode !== 'shell',
    target: 'es2022',
    ...(mode === 'shell' && {
      lib: {
        entry: path.join(here, 'src/shell.ts'),
        formats: ['iife' as const],
        name: 'atriumShell',
        fileName: () => 'shell.js',
      },
    }),
  },
}));
