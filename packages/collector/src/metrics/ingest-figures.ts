import { EXCLUSIONS, type Exclusion } from '@cvq/storage';
import { type Figures, openFigures } from './figures.ts';

/** What became of events. `refused` are the bad elements of batches; a request that is refused whole has a status. */
export const EVENT_RESULTS = ['stored', 'duplicate', 'conflict', 'refused'] as const;

/** The steps of a group of requests, in their order. The commit waits for the disk. */
export const INGEST_STEPS = ['prepare', 'read', 'write', 'commit', 'answer'] as const;
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

/** Figures of the writer, in memory of their own or in that of another thread. */
export function openIngestFigures(buffer?: SharedArrayBuffer): IngestFigures {
  return openFigures(NAMES, buffer);
}
