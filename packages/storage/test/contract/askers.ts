import type { QuestionTiming } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { anEvent, aProject } from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { ask, EVER, type Stores, totalsOf } from './stores.ts';

export function askersSuite(stores: Stores): void {
  describe('somebody who asks', () => {
    let store: EventStores;
    const account = 'acc_shop';
    const gone = new Error('The client has gone');
    beforeAll(async () => {
      store = stores.shared();
      await store.ledger.append([anEvent({ project: 'proj_asked' })]);
    });

    it('gets the answer that everybody gets', async () => {
      const { signal } = new AbortController();
      const questions = store.reports.askedBy({ account, signal });
      expect(await questions.totals(ask('proj_asked'), EVER)).toEqual(await totalsOf(store, 'proj_asked'));
    });

    it('is not waited for once they have gone, and others are answered all the same', async () => {
      const leaving = new AbortController();
      const questions = store.reports.askedBy({ account, signal: leaving.signal });
      const asked = Array.from({ length: 50 }, () => questions.totals(ask('proj_asked'), EVER));
      const staying = totalsOf(store, 'proj_asked');
      leaving.abort(gone);
      for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
        expect([status, reason]).toEqual(['rejected', gone]);
      }
      expect(await staying).toMatchObject({ events: 1 });
      await expect(questions.activity('proj_asked', 0, 0)).rejects.toBe(gone);
    });

    it('is told how long each question took', async () => {
      const timings: QuestionTiming[] = [];
      const { signal } = new AbortController();
      const asker = { account, signal, noteTiming: (timing: QuestionTiming) => timings.push(timing) };
      const questions = store.reports.askedBy(asker);
      await Promise.all([
        questions.totals(ask('proj_asked'), EVER),
        questions.activity('proj_asked', 0, 0),
        questions.bots(ask('proj_asked'), EVER),
      ]);
      expect(timings).toHaveLength(3);
      for (const { queueMs, workMs } of timings) expect(Math.min(queueMs, workMs)).toBeGreaterThanOrEqual(0);
    });

    it('sees every event that was acknowledged before, also beside others who ask the same', async () => {
      const project = aProject();
      const { signal } = new AbortController();
      const questions = store.reports.askedBy({ account, signal });
      const answers: Promise<void>[] = [];
      for (let stored = 1; stored <= 40; stored += 1) {
        await store.ledger.append([anEvent({ project })]);
        for (let asker = 0; asker < 5; asker += 1) {
          const answer = questions.totals(ask(project), EVER);
          answers.push(answer.then(({ events }) => expect(events).toBeGreaterThanOrEqual(stored)));
        }
      }
      await Promise.all(answers);
    });

    it('of several accounts are all answered, and counted', async () => {
      const before = store.reports.figures();
      const asked = Array.from({ length: 60 }, (_, index) => {
        const { signal } = new AbortController();
        const questions = store.reports.askedBy({ account: `acc_${index % 4}`, signal });
        return questions.totals(ask('proj_asked'), { from: 0, to: 1_000_000_000_000 * (1 + (index % 9)) });
      });
      expect(await Promise.all(asked)).toHaveLength(60);
      const { answered, waiting } = store.reports.figures();
      expect([answered - before.answered, waiting]).toEqual([60, 0]);
    });
  });

  describe('reports that were closed', () => {
    it('answer nothing more, and say so', async () => {
      const store = await stores.open('closed');
      await totalsOf(store, 'proj_asked');
      await store.close();
      await expect(totalsOf(store, 'proj_asked')).rejects.toThrow('The reports are closed');
    });
  });
}
