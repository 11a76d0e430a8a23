import type { ReportName } from '../report-table.ts';
import type { Timers } from '../timers.ts';
import type { ReaderPool } from './reader-pool.ts';

const BRIEFLY_MS = 2000;

/**
 * Asks for the store itself, which goes on without an answer where all readers are at work for long. It stands in no
 * figures of questions that are over.
 * @throws AbortError, or what the pool rejects with
 */
export async function askBriefly(
  { pool, timers }: { readonly pool: ReaderPool; readonly timers: Timers },
  name: ReportName,
  ...asked: readonly unknown[]
): Promise<unknown> {
  const leaving = new AbortController();
  const stay = timers.later(() => leaving.abort(), BRIEFLY_MS);
  try {
    return await pool.ask({ name, asked, account: '', isOwn: true }, { signal: leaving.signal });
  } finally {
    stay();
  }
}
