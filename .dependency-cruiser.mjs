// The dependency rules (docs/architecture.md, docs/modules.md). Each comment says what to do instead.

const tests = '\\.(test|spec|testing)\\.tsx?$|/testing(/|\\.ts$)';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    // --- server: main -> serve -> app -> modules -> platform -----------------------------------------------------------------
    {
      name: 'platform-knows-no-domain',
      comment: 'platform/ knows no domain word: pass what it needs as a parameter, or register it from the module.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/', pathNot: tests },
      to: { path: '^apps/server/src/(modules/|app\\.ts|serve\\.ts|main\\.ts)' },
    },
    {
      name: 'modules-below-app',
      comment: 'A module is started by app.ts and never reaches up: take what you need from Work or as a parameter.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/', pathNot: tests },
      to: { path: '^apps/server/src/(app|serve|main)\\.ts$' },
    },
    {
      name: 'nobody-imports-main',
      comment: 'main.ts and serve.ts only start and stop: what you want from them belongs in app.ts or platform/.',
      severity: 'error',
      from: { pathNot: '^apps/server/src/main\\.ts$' },
      to: { path: '^apps/(server|web)/src/(main|serve)\\.tsx?$' },
    },
    {
      name: 'config-at-the-top',
      comment:
        'Only main.ts, serve.ts, app.ts and command lines know the configuration: take the value as a parameter.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: `^apps/server/src/(main|serve|app|config)(\\.test)?\\.ts$|^apps/server/src/cli/|${tests}`,
      },
      to: { path: '^apps/server/src/config\\.ts$' },
    },
    {
      name: 'module-door',
      comment:
        "Enter another module through its *.service.ts or *.access.ts only; where that makes a cycle, react to the other's event.",
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: tests },
      to: {
        path: '^apps/server/src/modules/',
        pathNot: '^apps/server/src/modules/($1/|.+\\.(service|access)\\.ts$)',
      },
    },
    {
      name: 'server-without-client',
      comment: 'packages/client is the other side of the wire: the server uses it in tests and command lines only.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: `^apps/server/src/cli/|${tests}` },
      to: { path: '^packages/client/' },
    },
    {
      name: 'tests-stay-outside',
      comment: 'Running code never imports test code: move what both need into a module or platform/.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: tests },
      to: { path: tests },
    },

    // --- web: app -> features -> entities -> (sync, ui, host) -> packages ---------------------------------------------
    {
      name: 'web-app-is-the-top',
      comment: 'app/ puts features together and nobody imports it: give the piece to entities/, ui/ or a prop.',
      severity: 'error',
      from: { path: '^apps/web/src/(features|entities|sync|ui|host)/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'feature-knows-no-feature',
      comment: 'A feature never imports a feature: share through entities/, or let app/ compose the two.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'entities-below-features',
      comment: 'An entity is shown by many features and knows none: take a slot or a callback as a prop.',
      severity: 'error',
      from: { path: '^apps/web/src/entities/' },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'web-ground-floor',
      comment: 'sync/, ui/ and host/ are below everything else in the client: take it as a parameter or a prop.',
      severity: 'error',
      from: { path: '^apps/web/src/(sync|ui|host)/' },
      to: { path: '^apps/web/src/(entities|features)/' },
    },
    {
      name: 'ui-knows-no-domain',
      comment: 'ui/ knows no domain word: a widget that shows a task or a message belongs in entities/.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: '^(packages/(contract|client)/|apps/web/src/sync/)' },
    },
    {
      name: 'components-never-fetch',
      comment: "Components get data by props and tell by callbacks: call from the feature's actions or hook.",
      severity: 'error',
      from: { path: '^apps/web/src/(features|entities|ui)/.+\\.tsx$', pathNot: tests },
      // Types are needed for props, and selectors compute from what a hook has read.
      to: {
        path: '^(packages/client/|apps/web/src/sync/(api|session)\\.ts$)',
        pathNot:
          '^packages/client/src/(store/select|projects/(newTask|quickAdd|reminderLine|taskFilter|timeline|timeRules))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-without-node',
      comment: 'This runs in a browser: use what the web platform offers, or move it behind the wire.',
      severity: 'error',
      from: { path: '^(apps/web/src|packages)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },

    // --- packages: only client -> contract ----------------------------------------------------------------------------
    {
      name: 'packages-stand-alone',
      comment:
        'Among packages/ only client -> contract exists: move the shared piece down into contract, or pass it in.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: `^packages/client/|${tests}` },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'client-needs-contract-only',
      comment: 'Of packages/ the client needs contract and nothing else: pass the rest in.',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: tests },
      to: { path: '^packages/', pathNot: '^packages/(client|contract)/' },
    },
    {
      name: 'packages-without-react',
      comment: 'packages/ knows neither React nor the DOM: the React binding is apps/web/src/sync/.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: 'node_modules/(react|react-dom|react-router|react-i18next|@mantine/[^/]+|@tiptap/react)/' },
    },
    {
      name: 'nobody-imports-apps',
      comment:
        'apps/ are ends: what two of them need belongs in packages/; e2e and bench speak to a running server. Faults stand between its parts and may start its database and its Redis; journeys may start programs of others that Atrium meets. The bench of meetings starts the forwarding unit alone.',
      severity: 'error',
      from: { path: '^(packages|e2e|bench)/' },
      to: {
        path: '^apps/',
        pathNot:
          '^apps/server/src/(platform/(postgres/embedded|meet/engine|log)|testing/(outside/alertmanager|databaseProxy|freePort|mediaClient|cluster/redis|openid/provider|ldap/slapd))\\.ts$',
      },
    },
    {
      name: 'apps-are-apart',
      comment: 'One app never imports another: they meet in packages/contract and on the wire.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },

    // --- everywhere -----------------------------------------------------------------------------------------------------
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or a third one is missing; across modules use an event.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-barrels',
      comment: 'No barrel files: import from the file itself; its suffix says whether you may.',
      severity: 'error',
      from: {},
      to: { path: '^(apps|packages|e2e|bench)/.*/index\\.tsx?$' },
    },
    {
      name: 'no-unlisted',
      comment: "Name it in the workspace's own package.json: that it is installed for somebody else is an accident.",
      severity: 'error',
      from: { path: '^(apps|packages|e2e|bench)/', pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'Nothing is there: check the path, its .ts ending and the package.json imports.',
      severity: 'error',
      from: {},
      // The package names a file for `require` first that it does not have; nothing here requires it.
      to: { couldNotResolve: true, pathNot: '\\.(css|svg|png|woff2)|^virtual:|^numfmt$' },
    },
  ],
  options: {
    // TypeScript 7 exports no parser; swc parses the same syntax.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    // Also the folders between which a build beside this check swaps: their files vanish while it reads.
    exclude: { path: '/(dist|dist-next|dist-before|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'node'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
