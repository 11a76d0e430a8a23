import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { abandoned } from '../live/abandoned.ts';
import { after, analysts } from '../live/analysts.ts';
import { LiveIngest } from '../live/live-ingest.ts';
import { oneEvent } from '../live/one-event.ts';
import { COMPACTION_RESTS_MS, MeasuredCollector } from '../measure/collector.ts';
import type { Outcome } from '../measure/outcome.ts';
import { quantile } from '../measure/quantile.ts';
import { rotating } from '../measure/rotating.ts';
import { temporaryStore } from '../measure/temporary-store.ts';
import { TARGETS } from '../questions/targets.ts';
import { today } from '../questions/today.ts';
import type { Seeded } from '../seed/seeded-note.ts';
import { compactAll } from './compact-all.ts';

export type LiveOptions = {
  readonly folder: string;
  readonly analysts: number;
  /** How long each phase takes: ingest alone, ingest with analysts, analysts alone. */
  readonly seconds: number;
};

const EVENTS_PER_SECOND = 500;
const WARM_MS = 15_000;
/** Phases alternate, so that a noisy machine disturbs both alike. */
const ROUNDS = 2;
/** After it the keys have all their requests again: on a fast machine analysts use up those of a minute. */
const QUOTA_MS = 60_000;

/** A site on which events come in while analysts ask, on a copy of the store: no event is added to the one that was seeded. */
export async function live(seeded: Seeded, options: LiveOptions, outcome: Outcome): Promise<void> {
  await compactAll(seeded, options.folder, outcome);
  const copy = temporaryStore(options.folder);
  cpSync(options.folder, copy.folder, { recursive: true });
  const collector = await MeasuredCollector.start(copy.folder);
  const project = seeded.projects.large[0] as string;
  const ingest = new LiveIngest({ port: collector.port, key: project, perSecond: EVENTS_PER_SECOND });
  try {
    const large = { project, nextKey: rotating(seeded.keys.large) };
    const small = { project: seeded.projects.tenants[0] as string, nextKey: rotating(seeded.keys.tenants) };
    await warmUp({ collector, ingest, seeded, options });
    await measurePhases({ collector, ingest, seeded, options }, outcome);
    await oneEvent({ collector, ...large }, outcome);
    await abandoned({ collector, large, small }, outcome);
    outcome.tell('resident at most', collector.peakBytes() / 1e6, 'MB');
  } finally {
    await ingest.stop();
    await collector.stop();
    copy.remove();
  }
}

/**
 * Threads and caches are there, the code is compiled, and what new events put at rest of the days before is archived,
 * as on a site that has been live for more than a minute.
 */
async function warmUp(site: Site): Promise<void> {
  await Promise.all([site.ingest.run(WARM_MS), analysts(teamOf(site), after(WARM_MS))]);
  await site.collector.idle(COMPACTION_RESTS_MS);
}

function teamOf({ collector, seeded, options }: Site) {
  const project = seeded.projects.large[0] as string;
  return { count: options.analysts, port: collector.port, project, keys: seeded.keys.large, ...today() };
}

type Site = {
  readonly collector: MeasuredCollector;
  readonly ingest: LiveIngest;
  readonly seeded: Seeded;
  readonly options: LiveOptions;
};

async function measurePhases(site: Site, outcome: Outcome): Promise<void> {
  const { ingest, options } = site;
  const ms = (options.seconds * 1000) / ROUNDS;
  const team = teamOf(site);
  const alone: number[] = [];
  const beside: number[] = [];
  const asked: number[] = [];
  let failures = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await ingest.run(ms);
    const [busy, times] = await Promise.all([ingest.run(ms), analysts(team, after(ms))]);
    alone.push(...quiet.latencies);
    beside.push(...busy.latencies);
    asked.push(...times);
    failures += quiet.failures + busy.failures;
  }
  await sleep(QUOTA_MS);
  const askedAlone = await analysts(team, after(ms * ROUNDS));
  const { live: targets } = TARGETS;
  tellTimes('ingest alone', alone, outcome);
  tellTimes(`ingest beside ${options.analysts} analysts`, beside, outcome);
  tellTimes(`${options.analysts} analysts alone`, askedAlone, outcome);
  tellTimes(`${options.analysts} analysts beside ingest`, asked, outcome);
  outcome.atMost('requests of ingest that failed', failures, { target: 0, unit: '' });
  outcome.atMost('reads beside ingest, p95', quantile(asked, 0.95), { target: targets.readP95, unit: 'ms' });
  const ratio = quantile(beside, 0.99) / quantile(alone, 0.99);
  outcome.atMost('ingest p99, beside analysts to alone', ratio, {
    target: targets.ingestBesideAlone,
    unit: '',
  });
}

function tellTimes(name: string, times: readonly number[], outcome: Outcome): void {
  const quantiles = [0.5, 0.95, 0.99].map((fraction) => quantile(times, fraction).toFixed(1).padStart(8));
  outcome.print(
    `${name.padEnd(40)} n ${String(times.length).padStart(6)}   p50, p95, p99: ${quantiles.join(' ')} ms`,
  );
}
