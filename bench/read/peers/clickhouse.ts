import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_COLUMNS, IDENTITY_COLUMNS, SESSION_COLUMNS, structureOf } from './columns.ts';
import type { EngineRow } from './engine.ts';
import { ENGINES, enginePackages } from './engines.ts';
import { personOf } from './person-of.ts';
import { serveEngine } from './serve-engine.ts';

/** ClickHouse in a process of its own, over tables in the folder that is the argument; loaded when it is first opened. */
const folder = process.argv[2] as string;

/** What loading leaves, also when it was stopped halfway, and what others have made of it. */
const WRITTEN = ['clickhouse', 'events.parquet', 'sessions.parquet', 'duck.db'];

type Session = {
  queryAsync(sql: string, options: { format: string }): Promise<{ text(): string }>;
};
type Chdb = { readonly Session: new (folder: string) => Session };

serveEngine(async () => {
  const { Session } = enginePackages.require(ENGINES.ClickHouse) as Chdb;
  const tables = join(folder, 'clickhouse');
  const note = join(folder, 'clickhouse.loaded');
  const isLoaded = existsSync(note);
  if (!isLoaded) for (const name of WRITTEN) rmSync(join(folder, name), { recursive: true, force: true });
  const session = new Session(tables);
  const execute = async (sql: string) => (await session.queryAsync(sql, { format: 'JSONEachRow' })).text();
  await execute('SET output_format_json_quote_64bit_integers = 0');
  if (!isLoaded) {
    for (const statement of loading()) await execute(statement);
    writeFileSync(note, '');
  }
  await execute('USE bench');
  return {
    async run(sql) {
      const text = await execute(sql);
      return text === ''
        ? []
        : text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as EngineRow);
    },
  };
});

/** Sorted by day and time, as a table of events usually is; the files are for other engines. */
function loading(): string[] {
  const rows = (name: string, columns: Parameters<typeof structureOf>[0]) =>
    `file('${join(folder, `${name}.rows`)}', 'RowBinary', '${structureOf(columns)}')`;
  const person = personOf('events', 'identities');
  return [
    'CREATE DATABASE bench',
    'USE bench',
    `CREATE TABLE events (${structureOf(EVENT_COLUMNS)}, person UInt32) ENGINE = MergeTree ORDER BY ("day", "at")`,
    `CREATE TABLE sessions (${structureOf(SESSION_COLUMNS)}) ENGINE = MergeTree ORDER BY began`,
    `INSERT INTO events SELECT events.*, ${person} FROM ${rows('events', EVENT_COLUMNS)} AS events
     LEFT ANY JOIN ${rows('identities', IDENTITY_COLUMNS)} AS identities ON identities.visitor = events.visitor`,
    `INSERT INTO sessions SELECT * FROM ${rows('sessions', SESSION_COLUMNS)}`,
    'OPTIMIZE TABLE events FINAL',
    'OPTIMIZE TABLE sessions FINAL',
    `INSERT INTO FUNCTION file('${join(folder, 'sessions.parquet')}', 'Parquet') SELECT * FROM sessions`,
    `INSERT INTO FUNCTION file('${join(folder, 'events.parquet')}', 'Parquet') SELECT * FROM events`,
  ];
}
