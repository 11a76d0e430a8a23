import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasuredCollector } from '../measure/collector.ts';
import type { Outcome } from '../measure/outcome.ts';
import { median } from '../measure/quantile.ts';
import { pathOf } from '../questions/path-of.ts';
import type { Question } from '../questions/question.ts';
import { TARGETS } from '../questions/targets.ts';
import { today } from '../questions/today.ts';

const FUNNELS = 18;
const GONE_AFTER_MS = 150;
const ROUNDS = 5;
const ALONE = 20;
const FUNNEL: Question = { about: 'funnel', days: 30, scope: 'visitor', target: 'scan' };
const SMALL: Question = { about: 'overview', days: 30, target: 'small' };

type Asker = { readonly project: string; readonly nextKey: () => string };
type Sites = { readonly collector: MeasuredCollector; readonly large: Asker; readonly small: Asker };

/**
 * Eighteen funnels are asked whose clients go away after 150 ms; how much longer does a question of another account take
 * that is asked right then? No two funnels are alike, so that they cannot be answered together.
 */
export async function abandoned({ collector, large, small }: Sites, outcome: Outcome): Promise<void> {
  const path = pathOf(SMALL, small.project, today());
  const askSmall = async () => (await collector.ask(path, small.nextKey())).wallMs;
  const alone: number[] = [];
  for (let run = 0; run < ALONE; run += 1) alone.push(await askSmall());
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaving = new AbortController();
    const funnels = Array.from({ length: FUNNELS }, (_, index) => {
      const funnel = pathOf(FUNNEL, large.project, today());
      const other = funnel.replace(/window_days=\d+/, `window_days=${1 + round * FUNNELS + index}`);
      // It may have been answered already; what is measured is the question beside it.
      return collector.ask(other, large.nextKey(), leaving.signal).catch(() => undefined);
    });
    await sleep(GONE_AFTER_MS);
    leaving.abort();
    beside.push(await askSmall());
    await Promise.all(funnels);
    await collector.idle();
  }
  outcome.tell('a small question alone, p50', median(alone), 'ms');
  outcome.tell(`the same after ${FUNNELS} abandoned funnels, p50 of ${ROUNDS} rounds`, median(beside), 'ms');
  const target = { target: TARGETS.live.abandonedDelay, unit: 'ms' };
  outcome.atMost('   the worst delay', Math.max(...beside) - median(alone), target);
}
