import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;
const BUILT_IN = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
/** True for modules in the package beside the bundle: Electron itself, and its updater. */
const isOutside = (id: string) => BUILT_IN.has(id) || id === 'electron' || id === 'electron-updater';

const icon = (): Plugin => ({
  name: 'icon',
  generateBundle() {
    const source = readFileSync(path.join(here, '../web/public/icon-192.png'));
    this.emitFile({ type: 'asset', fileName: 'icon-192.png', source });
  },
});

const shared = { emptyOutDir: false, outDir: path.join(here, 'dist'), target: 'es2024', minify: false } as const;
const preload = (name: string, entry: string) => ({
  build: {
    ...shared,
    lib: { entry: path.join(here, entry), formats: ['cjs' as const], fileName: () => `${name}.cjs` },
    rolldownOptions: { external: isOutside },
  },
  consumer: 'server' as const,
});

/** The main process is a module; preload scripts in a sandbox have to be scripts; the shell's own pages are a page each. */
export default defineConfig({
  root: path.join(here, 'src/pages'),
  base: './',
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'main', 'preload', 'local']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  environments: {
    client: {
      build: {
        ...shared,
        emptyOutDir: true,
        rolldownOptions: { input: ['start', 'screens'].map((name) => path.join(here, `src/pages/${name}.html`)) },
      },
    },
    main: {
      consumer: 'server',
      build: {
        ...shared,
        ssr: path.join(here, 'src/main.ts'),
        rolldownOptions: { external: isOutside, output: { entryFileNames: 'main.js' } },
      },
      resolve: { noExternal: true },
    },
    preload: preload('preload', 'src/bridge/preload.ts'),
    local: preload('local', 'src/windows/local.preload.ts'),
  },
  plugins: [icon()],
});
