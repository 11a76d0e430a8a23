import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasuredCollector } from '../measure/collector.ts';
import type { Outcome } from '../measure/outcome.ts';
import { median } from '../measure/quantile.ts';
import { pathOf } from '../questions/path-of.ts';
import { nameOf, type Question, TWO_FILTERS } from '../questions/question.ts';
import { TARGETS } from '../questions/targets.ts';
import { today } from '../questions/today.ts';
import { batch } from './batches.ts';
import { sendBatch } from './send-batch.ts';

const QUESTIONS: readonly Question[] = [
  { about: 'overview', days: 1, target: 'small' },
  { about: 'overview', days: 30, target: 'roll_up' },
  { about: 'breakdown', days: 30, dimension: 'page', target: 'roll_up_long' },
  { about: 'overview', days: 30, filters: TWO_FILTERS, target: 'scan' },
  { about: 'funnel', days: 7, scope: 'visitor', target: 'scan' },
];
const RUNS = 15;
/** For what the collector does with an event after it has answered. */
const SETTLE_MS = 50;
/** Beyond the numbers of the batches before. */
const FIRST_NUMBER = 10_000_000;

type Site = {
  readonly collector: MeasuredCollector;
  readonly project: string;
  readonly nextKey: () => string;
};

/** What one new event adds to the processor time of a question: the median after one, minus that after none. */
export async function oneEvent({ collector, project, nextKey }: Site, outcome: Outcome): Promise<void> {
  await collector.idle();
  const agent = new Agent({ keepAlive: true });
  let number = FIRST_NUMBER;
  for (const question of QUESTIONS) {
    const path = pathOf(question, project, today());
    const [afterOne, afterNone]: number[][] = [[], []] as const;
    for (let run = 0; run < RUNS; run += 1) {
      number += 1;
      const status = await sendBatch({ port: collector.port, agent }, batch(project, number, Date.now(), 1));
      if (status !== 202) throw new Error(`An event was answered with ${status}.`);
      await sleep(SETTLE_MS);
      afterOne.push((await collector.ask(path, nextKey())).cpuMs);
      await sleep(SETTLE_MS);
      afterNone.push((await collector.ask(path, nextKey())).cpuMs);
    }
    const [one, none] = [median(afterOne), median(afterNone)];
    outcome.tell(`CPU of ${nameOf(question)}, nothing new`, none, 'ms');
    const target = { target: TARGETS.live.oneEvent, unit: 'ms' };
    outcome.atMost('   what one new event adds', one - none, target);
  }
  agent.destroy();
}
