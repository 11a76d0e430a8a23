import { globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './root.mjs';

/** What is started by its address: the program, and each thread. Without the ending, below the root. */
const programs = [
  'packages/collector/dist/cli/cvq',
  'packages/collector/dist/delivery-thread',
  'packages/collector/dist/erasure/erasure-thread',
  'packages/collector/dist/track/writer-thread',
  'packages/storage/dist/sqlite/compaction/compaction-thread',
  'packages/storage/dist/sqlite/readers/reader-thread',
  'packages/storage/dist/sqlite/usage-thread',
];
const storage = path.join(root, 'packages/storage/dist');
const DRIVER = 'better-sqlite3';

/**
 * Lays beside each program what it is made of in few files, `…-thread.bundle.js`: to find and link six hundred modules takes a
 * thread longer than all else that it does when it starts.
 */
export async function bundlePrograms() {
  for (const file of globSync('packages/{collector,storage}/dist/**/*.bundle.js', { cwd: root }))
    rmSync(path.join(root, file));
  await Promise.all(programs.map(bundle));
}

async function bundle(program) {
  const file = path.join(root, `${program}.js`);
  const made = await rolldown({
    input: file,
    platform: 'node',
    plugins: [driver(file), addresses(path.dirname(file)), notices],
    onLog(level, log) {
      if (level === 'warn') throw new Error(`The bundle of ${program}: ${log.message}`);
    },
  });
  const { output } = await made.write({
    dir: path.dirname(file),
    entryFileNames: '[name].bundle.js',
    chunkFileNames: '[name]-[hash].bundle.js',
    charset: 'ascii',
    comments: { jsdoc: false },
  });
  await made.close();
  for (const { fileName, code = '' } of output) requireNarrow(fileName, code);
}

/** V8 keeps the text of a program in memory: where any letter is beyond Latin-1, in two bytes for each of them. */
function requireNarrow(file, code) {
  const [wide] = code.match(/.{0,40}[\u0100-\u{10ffff}]/u) ?? [];
  if (wide !== undefined) throw new Error(`${file} would take twice its room in memory: ${wide}`);
}

/** The driver is loaded from where it is installed, which storage alone knows. */
function driver(program) {
  return {
    name: 'driver',
    resolveId(id) {
      if (id !== DRIVER) return null;
      return program.startsWith(storage) ? { id, external: true } : `\0${DRIVER}`;
    },
    load(id) {
      if (id !== `\0${DRIVER}`) return null;
      return `import { createRequire } from 'node:module';
        export default createRequire(import.meta.resolve('@cvq/storage'))('${DRIVER}');`;
    },
  };
}

/** What a licence asks to be kept, written as a comment like any other, is written as one that stays. */
const notices = {
  name: 'notices',
  transform(code) {
    if (!/copyright/i.test(code)) return null;
    return code.replaceAll(/\/\*\*(?=(?:(?!\*\/)[\s\S])*?copyright)/gi, '/*!');
  },
};

/** A module that reads a file beside itself finds it from the folder of the bundle as well. */
function addresses(folder) {
  return {
    name: 'addresses',
    transform(code, id) {
      if (id.startsWith('\0') || !code.includes('import.meta.url') || path.dirname(id) === folder)
        return null;
      return code.replaceAll('import.meta.url', addressOf(id, folder));
    },
  };
}

function addressOf(id, folder) {
  const isInStorage = id.startsWith(storage) && !folder.startsWith(storage);
  const from = isInStorage ? "import.meta.resolve('@cvq/storage')" : 'import.meta.url';
  const address = path.relative(isInStorage ? storage : folder, id).replaceAll(path.sep, '/');
  return `new URL('${address}', ${from}).href`;
}
