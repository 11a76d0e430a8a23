import { type AppendOutcome, type EventRecord, EXCLUSIONS, type Exclusion } from '@cvq/storage';
import { type Figures, openFigures } from './figures.ts';

/** What became of events. `refused` are the bad elements of batches; a request that is refused whole has a status. */
export const EVENT_RESULTS = ['stored', 'duplicate', 'conflict', 'refused'] as const;

/** The steps of a group of requests, in their order. Storing includes the commit, which waits for the disk. */
export const INGEST_STEPS = ['prepare', 'read', 'store', 'answer'] as const;
export type IngestStep = (typeof INGEST_STEPS)[number];

type Name =
  | (typeof EVENT_RESULTS)[number]
  | `excluded:${Exclusion}`
  | `seconds:${IngestStep}`
  | 'bots'
  | 'commits';

const NAMES: readonly Name[] = [
  ...EVENT_RESULTS,
  ...EXCLUSIONS.map((reason) => `excluded:${reason}` as const),
  ...INGEST_STEPS.map((step) => `seconds:${step}` as const),
  'bots',
  'commits',
];

/** What the write path did since the collector began: numbers of events, and seconds. */
export type IngestFigures = Figures<Name>;

export function openIngestFigures(buffer?: SharedArrayBuffer): IngestFigures {
  return openFigures(NAMES, buffer);
}

/** Count what a commit made of events. What was stored before is counted as a duplicate alone. */
export function countStored(
  figures: IngestFigures,
  records: readonly EventRecord[],
  outcomes: readonly AppendOutcome[],
): void {
  figures.add('commits', 1);
  for (const [index, { status }] of outcomes.entries()) {
    figures.add(status, 1);
    const record = records[index];
    if (status !== 'stored' || record === undefined) continue;
    if (record.exclusion !== null) figures.add(`excluded:${record.exclusion}`, 1);
    if (record.bot !== null) figures.add('bots', 1);
  }
}

/** Measures the steps of a group one after the other: each lasts until the next is named. */
export function stepsOf(figures: IngestFigures): (done: IngestStep) => void {
  let begun = performance.now();
  return (done) => {
    const now = performance.now();
    figures.add(`seconds:${done}`, (now - begun) / 1000);
    begun = now;
  };
}
