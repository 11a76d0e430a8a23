// Which way imports may point. `npm run directions` checks it; each comment is the rule in one sentence.

/** Every folder of the collector that is not a way in from outside: a new one is a room from its first day. */
const waysIn = 'track|read|edge|pages|cli|demo|dashboard-api|oauth|mcp';
const rooms = `^packages/collector/src/(?!(${waysIn})/)[^/]+/`;
const adapters = '^packages/storage/src/(sqlite|postgres|clickhouse)/';

/** The rooms of reports, the simplest first, as CONTRIBUTING.md lists them. */
const reports = '^packages/storage/src/sqlite/reports';
const reportRooms = [
  ...['numbers', 'stored', 'values', 'persons', 'credit', 'filters'],
  ...['measures', 'breakdown', 'trends', 'funnel', 'lists', 'bots'],
];
const laterRooms = (room) => reportRooms.slice(reportRooms.indexOf(room) + 1).join('|');

/** A package of this workspace: its resolved files, or its bare name where nothing is built. */
const own = (names) => [`^packages/(${names})/`, `^@cvq/(${names})(/|$)`];

/** A package of the registry: below node_modules, or its bare name where it is not even installed. */
const registry = (names) => `(^|(^|/)node_modules/)(${names})(/|$)`;

module.exports = {
  forbidden: [
    {
      name: 'constants-import-nothing',
      comment: 'The constants import nothing, so that the browser SDK can take values from them.',
      severity: 'error',
      from: { path: '^packages/contract/src/constants\\.ts$' },
      to: { path: '.+' },
    },
    {
      name: 'redaction-imports-constants',
      comment: 'What cuts addresses imports only the constants, so that the browser SDK can use it.',
      severity: 'error',
      from: { path: '^packages/contract/src/redact\\.ts$' },
      to: { path: '.+', pathNot: '^packages/contract/src/constants\\.ts$' },
    },
    {
      name: 'contract-imports-only-zod',
      comment:
        'The contract imports only zod and its OpenAPI generator: every other package imports the contract.',
      severity: 'error',
      from: { path: '^packages/contract/src/' },
      to: {
        path: '.+',
        pathNot: ['^packages/contract/src/', registry('zod|@asteasolutions/zod-to-openapi')],
      },
    },
    {
      name: 'drivers-only-in-storage',
      comment: 'Only storage imports a database driver.',
      severity: 'error',
      // A bench measures us beside programs that have no such rule.
      from: { pathNot: '^(packages/storage|bench)/' },
      to: { path: registry('better-sqlite3|pg|@clickhouse/client|chdb') },
    },
    {
      name: 'adapters-stay-apart',
      comment: 'An adapter never imports another adapter.',
      severity: 'error',
      from: { path: adapters },
      to: { path: adapters, pathNot: '^packages/storage/src/$1/' },
    },
    {
      name: 'one-file-names-adapters',
      comment: 'Only storage/src/open-stores.ts names an adapter; everything else sees the interfaces.',
      severity: 'error',
      from: { pathNot: [adapters, '^packages/storage/src/open-stores\\.ts$', '^packages/storage/test/'] },
      to: { path: adapters },
    },
    {
      name: 'track-imports-no-read',
      comment: 'The write path never imports the read path.',
      severity: 'error',
      from: { path: '^packages/collector/src/track/' },
      to: { path: '^packages/collector/src/read/' },
    },
    {
      name: 'read-imports-no-track',
      comment: 'The read path never imports the write path.',
      severity: 'error',
      from: { path: '^packages/collector/src/read/' },
      to: { path: '^packages/collector/src/track/' },
    },
    {
      name: 'rooms-import-no-path',
      comment: 'A room never imports track or read: the paths call the rooms.',
      severity: 'error',
      from: { path: rooms },
      to: { path: '^packages/collector/src/(track|read)/' },
    },
    {
      name: 'rooms-know-no-express',
      comment: 'A room never imports Express: it knows nothing of HTTP handlers.',
      severity: 'error',
      from: { path: rooms },
      to: { path: registry('express|@types/express') },
    },
    {
      name: 'collector-takes-http-in-one-place',
      comment:
        'The collector takes types from node:http, and values from net/node-http.ts, which does not load the client for fetch.',
      severity: 'error',
      from: { path: '^packages/(collector|storage)/src/' },
      to: { path: '^(node:)?http$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'accounts-know-no-surface',
      comment:
        'The rules of accounts import neither the command line nor the parser of its options: every surface calls them.',
      severity: 'error',
      from: { path: '^packages/collector/src/accounts/' },
      to: { path: ['^packages/collector/src/cli/', registry('commander')] },
    },
    {
      name: 'integrations-know-no-surface',
      comment:
        'The rules of integrations import neither the command line nor the parser of its options: every surface calls them.',
      severity: 'error',
      from: { path: '^packages/collector/src/integrations/' },
      to: { path: ['^packages/collector/src/cli/', registry('commander')] },
    },
    {
      name: 'commands-open-stores-in-one-place',
      comment:
        'Commands take types from storage, and open stores by with-stores.ts, with-webhooks.ts and with-integrations.ts; explain-failure.ts knows its errors.',
      severity: 'error',
      from: {
        path: '^packages/collector/src/cli/',
        pathNot:
          '^packages/collector/src/cli/(with-stores|with-webhooks|with-integrations|explain-failure)\\.ts$',
      },
      to: { path: own('storage'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'deliveries-know-no-destination',
      comment: 'What sends deliveries never imports where they go: destinations are handed to it.',
      severity: 'error',
      from: { path: '^packages/collector/src/deliveries/' },
      to: { path: '^packages/collector/src/(webhooks|ad-platforms)/' },
    },
    {
      name: 'clients-speak-http',
      comment:
        'The dashboard, the SDKs and the examples never import storage or the collector: they speak HTTP.',
      severity: 'error',
      from: { path: '^(packages/(dashboard|node|browser)|examples)/' },
      to: { path: own('storage|collector') },
    },
    {
      name: 'browser-takes-only-constants',
      comment:
        'The browser SDK takes values only from @cvq/contract/constants, /redact and /separate-user-data; types from anywhere in it.',
      severity: 'error',
      from: { path: '^packages/browser/src/' },
      to: {
        path: own('contract'),
        pathNot: [
          '^packages/contract/dist/(constants|redact|separate-user-data)\\.',
          '^@cvq/contract/(constants|redact|separate-user-data)$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'storage-takes-light-values',
      comment:
        'Storage takes values only from the light entries of the contract; types from anywhere in it. Its threads would each hold the schemas otherwise.',
      severity: 'error',
      from: { path: '^packages/storage/src/' },
      to: {
        path: own('contract'),
        pathNot: [
          '^packages/contract/dist/(constants|event-id|read/is-multi-valued|roles|webhook)\\.',
          '^@cvq/contract/(constants|event-id|is-multi-valued|roles|webhook)$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    ...reportRooms.slice(0, -1).map((room) => ({
      name: 'reports-from-simple-rooms',
      comment:
        'A room of reports imports no room that is listed after it, so that they can be read in order.',
      severity: 'error',
      from: { path: `${reports}/${room}/` },
      to: { path: `${reports}/(${laterRooms(room)})/` },
    })),
    {
      name: 'browser-bundles-no-package',
      comment: 'The browser SDK bundles nothing but itself and the constants: zod alone outweighs it.',
      severity: 'error',
      from: { path: '^packages/browser/src/' },
      to: {
        path: '.+',
        pathNot: ['^packages/browser/src/', ...own('contract')],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'packages-through-exports',
      comment:
        'A package is imported by its name, through its exports, never by a path into its src or dist.',
      severity: 'error',
      from: { path: '^([^/]+)/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'imports-exist',
      comment:
        'Every import leads somewhere: an installed package, a file, or a name that a package exports.',
      severity: 'error',
      // Applications whose packages are installed only to run them.
      from: { pathNot: '^e2e/integrations/apps/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'No file imports itself by way of others.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cycles-of-rooms',
      comment: 'No room of the collector imports itself by way of others: one of them can be read first.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^packages/collector/src/[^/]+' },
      to: { path: '^packages/collector/src/[^/]+', circular: true },
    },
  ],
  options: {
    // Imports of types point somewhere too.
    tsPreCompilationDeps: true,
    // Seen as the end of an import, never read themselves.
    doNotFollow: { path: ['(^|/)node_modules/', '^packages/[^/]+/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
};
