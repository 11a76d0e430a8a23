import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { openSqliteEventStores } from './event-stores.ts';

const folder = temporaryFolder();
const open = (place: string) => openSqliteEventStores(join(folder, place));
const question = { project: 'proj_a', bots: 'excluded', filters: [] } as const;
/** As Temporal's own objects, which no thread can be handed: the runtime of Node.js 26 has them. */
const unclonable = { day: () => '2026-11-21' };

it('a period that knows more than its instants is asked about', async () => {
  const store = open('period');
  const period = { from: 0, to: 1, start: unclonable };
  expect(await store.reports.totals(question, period)).toMatchObject({ events: 0 });
  expect(await store.reports.bots(question, period)).toEqual([]);
  await store.close();
});

it('a question that cannot be sent is refused, and does not keep the store from being closed', async () => {
  const store = open('question');
  await expect(store.reports.totals({ ...question, ...unclonable }, { from: 0, to: 1 })).rejects.toThrow(
    /could not be cloned/,
  );
  await store.close();
});
