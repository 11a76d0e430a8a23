import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Prints each column of each table that has a text, also in what is compressed: https://datatracker.ietf.org/doc/html/rfc8878 */
const PROGRAM = `
  const { zstdDecompressSync } = require('node:zlib');
  const [file, text, except] = process.argv.slice(1);
  const others = except === '' ? null : new RegExp(except, 'g');
  const has = (value) => (others === null ? value : value.replaceAll(others, '')).includes(text);
  const FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
  function* framesOf(bytes) {
    const starts = [];
    for (let at = bytes.indexOf(FRAME); at !== -1; at = bytes.indexOf(FRAME, at + 1)) starts.push(at);
    for (const [index, start] of starts.entries())
      for (const end of [...starts.slice(index + 1), bytes.length]) {
        try {
          yield zstdDecompressSync(bytes.subarray(start, end));
          break;
        } catch {}
      }
  }
  const db = new (require('node:sqlite').DatabaseSync)(file, { readOnly: true });
  const found = new Set();
  for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
    for (const row of db.prepare('SELECT * FROM "' + name + '"').iterate())
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && has(value)) found.add(name + '.' + column);
        if (!(value instanceof Uint8Array)) continue;
        const bytes = Buffer.from(value);
        for (const part of [bytes, ...framesOf(bytes)]) {
          if (has(part.toString('latin1'))) found.add(name + '.' + column);
        }
      }
  console.log(JSON.stringify([...found]));`;

/**
 * The columns of all stores of a folder that have a text somewhere, except for where it is a part of what `except`
 * matches. The stores are read in a process of its own: two SQLite libraries in one process would break each other's
 * locks.
 */
export function textsThatHave(folder: string, text: string, except?: RegExp): string[] {
  return ['control', 'events', 'usage'].flatMap((store) => {
    const args = [
      '--no-warnings',
      '--eval',
      PROGRAM,
      join(folder, `${store}.db`),
      text,
      except?.source ?? '',
    ];
    const found = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
    return found.map((column) => `${store} ${column}`);
  });
}
