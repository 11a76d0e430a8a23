import { openIngestLedger, openReports } from '@cvq/storage';
import { expect, it, onTestFinished, vi } from 'vitest';
import { anEvent, aProject, DAY, NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { FirstEventAlong } from '../src/sqlite/readers/first-event-along.ts';
import { ask, EVER } from './contract/stores.ts';

async function openStore() {
  const folder = temporaryFolder();
  const ledger = openIngestLedger({ folder, migrate: true });
  onTestFinished(() => ledger.close());
  const project = aProject();
  await ledger.append([anEvent({ project }), anEvent({ project, at: NOON + DAY })]);
  const reports = openReports({ folder, migrate: false });
  onTestFinished(() => reports.close());
  const noteTiming = vi.fn();
  const asked = reports.askedBy({ account: 'acc_a', signal: new AbortController().signal, noteTiming });
  return { project, asked, noteTiming };
}

it('is told with the answer to the next question, in one message', async () => {
  const { project, asked, noteTiming } = await openStore();
  const [at, totals, series] = await Promise.all([
    asked.firstEvent(project, NOON + DAY),
    asked.totals(ask(project), EVER),
    asked.series(ask(project), [NOON, NOON + 1]),
  ]);
  expect([at, totals.events, series.map(({ events }) => events)]).toEqual([NOON, 2, [1]]);
  expect(noteTiming).toHaveBeenCalledTimes(2);
});

it('is asked alone where no question comes in the same turn, and where another is asked for first', async () => {
  const { project, asked, noteTiming } = await openStore();
  expect(await asked.firstEvent(project, NOON - 1)).toBeNull();
  const told = [asked.firstEvent(project, NOON), asked.firstEvent('proj_other', NOON)];
  const totals = await asked.totals(ask(project), EVER);
  expect([...(await Promise.all(told)), totals.events]).toEqual([NOON, null, 2]);
  expect(noteTiming).toHaveBeenCalledTimes(3);
});

it('is asked alone where the question that it was asked along with fails', async () => {
  const alone = vi.fn(async () => NOON);
  const firstEvent = new FirstEventAlong(alone);
  const told = firstEvent.ask({ project: 'proj_a', by: NOON });
  const failed = firstEvent.answerTo(() => Promise.reject(new Error('A question failed')));
  await expect(failed).rejects.toThrow('A question failed');
  expect(await told).toBe(NOON);
  expect(alone).toHaveBeenCalledExactlyOnceWith({ project: 'proj_a', by: NOON });
});
