import { readFileSync, writeFileSync } from 'node:fs';
import { EVENTS_PER_REQUEST, type Kind } from './requests.ts';

/** What was measured of one kind of request: processor microseconds per event, milliseconds. */
export type TableRow = {
  readonly kind: Kind;
  readonly connections: number;
  readonly micros: { readonly floor: number; readonly collector: number; readonly express: number };
  readonly p99: number;
};

const README = new URL('README.md', import.meta.url);
const PLACE = /(?<=<!-- bench:ingest -->\n)[\s\S]*(?=<!-- \/bench:ingest -->)/;

/** The rows as a table, with the load of the machine that they were measured under. */
export function tableOf(rows: readonly TableRow[], load: string): string {
  const lines = rows.map(({ kind, connections, micros: { floor, collector, express }, p99 }) => [
    `${kind} (${EVENTS_PER_REQUEST[kind]} a request)`,
    connections,
    floor.toFixed(1),
    collector.toFixed(1),
    express.toFixed(1),
    (collector / floor).toFixed(1),
    (collector / express).toFixed(2),
    `${p99.toFixed(0)} ms`,
  ]);
  const head = [
    'Events',
    'Connections',
    'Floor',
    'Collector',
    'Express',
    'Collector/floor',
    'Collector/Express',
    'p99',
  ];
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `Processor microseconds per event, by \`npm run -s bench:ingest -- --write\`, at a load average of ${load}.\n\n${table}`;
}

/** Puts a text between its marks in the README of this folder. */
export function intoReadme(text: string): void {
  const before = readFileSync(README, 'utf8');
  if (!PLACE.test(before)) throw new Error('bench/ingest/README.md has no place for the table.');
  writeFileSync(
    README,
    before.replace(PLACE, () => `\n${text}\n\n`),
  );
}
