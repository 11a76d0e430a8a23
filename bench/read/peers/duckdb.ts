import { existsSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { EngineRow } from './engine.ts';
import { ENGINES, enginePackages } from './engines.ts';
import { serveEngine } from './serve-engine.ts';

/** DuckDB in a process of its own, over a file in the folder that is the argument; loaded when it is first opened. */
const folder = process.argv[2] as string;

type Rows = { getRowObjects(): Record<string, number | bigint>[] };
type Connection = { runAndReadAll(sql: string): Promise<Rows>; closeSync(): void };
type Instance = { connect(): Promise<Connection>; closeSync(): void };
type DuckDb = {
  readonly DuckDBInstance: { create(file: string, settings: Record<string, string>): Promise<Instance> };
};

serveEngine(async () => {
  const { DuckDBInstance } = enginePackages.require(ENGINES.DuckDB) as DuckDb;
  const file = join(folder, 'duck.db');
  const settings = { threads: String(availableParallelism()) };
  if (!existsSync(file)) {
    // Of a start that was stopped halfway.
    rmSync(`${file}.new`, { force: true });
    const loading = await DuckDBInstance.create(`${file}.new`, settings);
    const connection = await loading.connect();
    for (const [table, order] of [
      ['events', '"at"'],
      ['sessions', 'began'],
    ] as const) {
      const rows = join(folder, `${table}.parquet`);
      await connection.runAndReadAll(`CREATE TABLE ${table} AS SELECT * FROM '${rows}' ORDER BY ${order}`);
    }
    await connection.runAndReadAll('CHECKPOINT');
    connection.closeSync();
    loading.closeSync();
    renameSync(`${file}.new`, file);
  }
  const connection = await (await DuckDBInstance.create(file, settings)).connect();
  return {
    async run(sql) {
      const rows = (await connection.runAndReadAll(sql)).getRowObjects();
      return rows.map(
        (row): EngineRow =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])),
      );
    },
  };
});
