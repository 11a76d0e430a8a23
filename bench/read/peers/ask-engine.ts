import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Question } from '../questions/question.ts';
import type { EngineReply, EngineRow } from './engine.ts';
import { ENGINES, type EngineName, enginePackages } from './engines.ts';
import { type Counting, sqlOf } from './sql-of.ts';

const PROGRAMS: Readonly<Record<EngineName, string>> = { ClickHouse: 'clickhouse.ts', DuckDB: 'duckdb.ts' };

/** What an engine answered a question, and what that cost it. */
export type EngineAnswer = {
  readonly events: readonly EngineRow[];
  readonly sessions: readonly EngineRow[];
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly residentBytes: number;
};

/** An engine in a process of its own, which has loaded the events. */
export type RunningEngine = {
  readonly name: EngineName;
  readonly version: string;
  /** Null for what it cannot answer. */
  ask(question: Question): Promise<EngineAnswer | null>;
  stop(): Promise<void>;
};

/** Starts an engine over exported events; the first start loads them, which takes up to a minute for ten million. */
export async function startEngine(
  name: EngineName,
  folder: string,
  counting: Counting,
): Promise<RunningEngine> {
  const child = fork(join(import.meta.dirname, PROGRAMS[name]), [folder], { stdio: ['ignore', 2, 2, 'ipc'] });
  const died = once(child, 'exit').then(([code]) => ({ error: `The process ended with ${code}.` }));
  const run = async (statements: readonly string[]) => {
    const answered = new Promise<EngineReply>((resolve) => child.once('message', resolve as () => void));
    child.send({ statements });
    const reply = await Promise.race([answered, died]);
    if ('error' in reply) throw new Error(`${name}: ${reply.error}`);
    return reply;
  };
  await run(['SELECT count(*) AS events FROM events']);
  return {
    name,
    version: enginePackages.versionOf(ENGINES[name]),
    async ask(question) {
      const sql = sqlOf(name, question, counting);
      if (sql === null) return null;
      const { rows, ...cost } = await run(sql.sessions ? [sql.events, sql.sessions] : [sql.events]);
      return { events: rows[0] ?? [], sessions: rows[1] ?? [], ...cost };
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
