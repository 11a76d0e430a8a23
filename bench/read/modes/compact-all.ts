import { COMPACTION_RESTS_MS, MeasuredCollector, NotAnswered } from '../measure/collector.ts';
import type { Outcome } from '../measure/outcome.ts';
import { rotating } from '../measure/rotating.ts';
import { pathOf } from '../questions/path-of.ts';
import type { Question } from '../questions/question.ts';
import type { Seeded } from '../seed/seeded-note.ts';

const FIRST: Question = { about: 'overview', days: 90, target: 'roll_up' };
const ROUNDS = 10;

/**
 * Starts a collector over a store that was just seeded, and lets it do what it does once with what it finds: days are
 * compacted, and rows at rest archived. Tells what that took, and how many questions were not answered because of it.
 */
export async function compactAll(seeded: Seeded, folder: string, outcome: Outcome): Promise<void> {
  const collector = await MeasuredCollector.start(folder);
  try {
    const began = performance.now();
    const cpuBefore = collector.cpuMs();
    const nextKey = rotating(seeded.keys.large);
    let firstAnswer = Number.NaN;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      let open = 0;
      for (const project of seeded.projects.large) {
        const isAnswered = await isAnsweredBy(collector, pathOf(FIRST, project, seeded.plan), nextKey());
        if (!isAnswered) open += 1;
        else if (Number.isNaN(firstAnswer)) firstAnswer = performance.now() - began;
      }
      await collector.idle(COMPACTION_RESTS_MS);
      refused += open;
      if (open === 0) break;
    }
    outcome.tell('the first answer of all, compaction as it comes', firstAnswer, 'ms');
    outcome.atMost('questions meanwhile that were not answered', refused, { target: 0, unit: '' });
    outcome.tell(
      'until all was compacted and archived',
      performance.now() - began - COMPACTION_RESTS_MS,
      'ms',
    );
    outcome.tell('processor time of that', collector.cpuMs() - cpuBefore, 'ms');
    outcome.tell('resident at most meanwhile', collector.peakBytes() / 1e6, 'MB');
  } finally {
    await collector.stop();
  }
}

async function isAnsweredBy(collector: MeasuredCollector, path: string, key: string): Promise<boolean> {
  try {
    await collector.ask(path, key);
    return true;
  } catch (error) {
    if (error instanceof NotAnswered) return false;
    throw error;
  }
}
