import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import nodeResolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';

const room = 'packages/browser';
const modules = path.resolve(room, 'dist/modules');
const { version } = JSON.parse(readFileSync(`${room}/package.json`, 'utf8'));
/**
 * The first line lets Chromium compile all functions beside the page's own thread, and not one by one on it when they are
 * first called (https://v8.dev/blog/explicit-compile-hints).
 */
const preamble = `//# allFunctionsCalledOnLoad\n/*! cvq ${version}, MIT */`;

/** tsc has compiled the modules; their source maps lead on to the sources. */
const withSourceMap = {
  name: 'with-source-map',
  load(id) {
    const map = `${id}.map`;
    if (!id.startsWith(modules) || !existsSync(map)) return null;
    return { code: readFileSync(id, 'utf8'), map: JSON.parse(readFileSync(map, 'utf8')) };
  },
};

const plugins = () => [nodeResolve(), withSourceMap];

/**
 * Writes function declarations as arrow functions, 60 bytes fewer after brotli, and `const` as `let`, which terser can
 * join, another 65. No function here needs its own `this` or is called before its module was evaluated. Lines stay where
 * they are, so the source map stays right.
 */
const shortForms = {
  name: 'short-forms',
  transform(code) {
    const changes = nodesOf(this.parse(code)).flatMap((node) => [...asLet(node), ...asArrow(code, node)]);
    let result = code;
    for (const { start, end, text } of changes.toSorted((one, other) => other.start - one.start))
      result = `${result.slice(0, start)}${text}${result.slice(end)}`;
    return { code: result, map: null };
  },
};

function nodesOf(node) {
  const children = Object.values(node).flat();
  return [node, ...children.flatMap((child) => (typeof child?.type === 'string' ? nodesOf(child) : []))];
}

function asLet({ type, kind, start }) {
  if (type !== 'VariableDeclaration' || kind !== 'const') return [];
  return [{ start, end: start + kind.length, text: 'let' }];
}

function asArrow(code, { type, start, end, id, async: isAsync, params, body }) {
  if (type !== 'FunctionDeclaration') return [];
  const from = params[0]?.start ?? code.indexOf('(', id.end) + 1;
  const to = code.lastIndexOf(')', body.start);
  const head = `let ${id.name} = ${isAsync ? 'async ' : ''}(${code.slice(from, to)}) => `;
  return [
    { start, end: body.start, text: head },
    { start: end, end, text: ';' },
  ];
}

/** Properties that no page, no wire, no stored record and no other copy of the SDK sees get shorter names. */
const OWN_PROPERTIES =
  /^(above|address|areShortLived|bounds|failures|hasLeft|inFlight|isCut|isForeign|isKeptAlive|isMissed|isQuestion|isRefused|isRenewed|isSilent|isTakeoverDue|isUnknownKey|projectKey|resting|sentAt|silenceMs|storeTimer|timer|undelivered)$/;

/**
 * Options that are safe for code of our own kind: no reliance on function names, `this`, getters with effects, or a
 * `toString` and a `valueOf` that differ.
 */
const minified = terser({
  ecma: 2020,
  format: { preamble },
  mangle: { properties: { regex: OWN_PROPERTIES } },
  compress: {
    passes: 3,
    inline: 1,
    unsafe: true,
    unsafe_arrows: true,
    unsafe_comps: true,
    unsafe_methods: true,
    pure_getters: true,
    unsafe_math: true,
    keep_fargs: false,
  },
});

const script = (input, file) => ({
  input: `${room}/dist/modules/${input}`,
  plugins: [...plugins(), shortForms],
  // Sloppy code may write to what a page froze, where strict code would throw.
  output: {
    file: `${room}/dist/${file}`,
    format: 'iife',
    strict: false,
    // Beside the script and not named in it: the collector serves the script alone.
    sourcemap: 'hidden',
    plugins: [minified],
  },
});

export default [
  // The scripts for a page. They boot themselves.
  script('sdk.js', 'sdk.js'),
  script('sdk.extra.js', 'sdk.extra.js'),
  script('sdk.consent.js', 'sdk.consent.js'),
  // The modules for an application, which share what both have: who imports both has one SDK. They stay readable; the
  // application's bundler shakes and minifies them.
  {
    input: {
      sdk: `${room}/dist/modules/index.js`,
      core: `${room}/dist/modules/core-module.js`,
      consent: `${room}/dist/modules/consent-bridge.js`,
    },
    plugins: plugins(),
    output: {
      dir: `${room}/dist`,
      format: 'es',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'shared.mjs',
    },
  },
  // What an application pays, to be weighed: minified with the options that bundlers have by themselves.
  ...['full-app', 'minimal-app'].map((app) => ({
    input: `${room}/test/${app}.mjs`,
    output: { file: `${room}/dist/size/${app}.js`, format: 'es', plugins: [terser({ module: true })] },
  })),
];
