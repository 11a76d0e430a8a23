import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { REFUSAL_CAUSES } from '@cvq/contract';
import { type DeliveryStore, EXCLUSIONS, type Reports } from '@cvq/storage';
import { ATTEMPT_RESULTS, type DeliveryFigures } from './delivery-figures.ts';
import { countedBy, type Figure } from './figure.ts';
import { type AdFigureSources, figuresOfAdPlatforms } from './figures-of-ad-platforms.ts';
import { figuresOfQuestions } from './figures-of-questions.ts';
import { figuresOfSpend, type SpendFigureSources } from './figures-of-spend.ts';
import { EVENT_RESULTS, INGEST_STEPS, type IngestFigures } from './ingest-figures.ts';
import { ANSWER_STATUSES, type RequestFigures } from './request-figures.ts';

export type FigureSources = AdFigureSources &
  SpendFigureSources & {
    readonly webhooks: {
      statuses(): Promise<readonly { readonly endpoint: { readonly id: string }; readonly state: string }[]>;
      backlog(): ReturnType<DeliveryStore['backlog']>;
    };
    readonly intake: { readonly figures: IngestFigures; queued(): number };
    readonly requests: RequestFigures;
    readonly reports: Pick<Reports, 'figures'>;
    readonly attempts: DeliveryFigures;
    /** Ranges of events that were compacted into columns. */
    readonly compactedRanges: () => number;
    /** Events and sessions that were archived. */
    readonly archivedRows: () => number;
    /** The data folder. */
    readonly folder: string;
    /** Whether events can be stored. */
    readonly isReady: () => Promise<boolean>;
    /** Whether something has failed although events are stored. */
    readonly isDegraded: () => boolean;
  };

/** Every figure of a collector. Labels are closed sets, names of files and ids of endpoints: no path, key or project. */
export function figuresOf(deps: FigureSources): Figure[] {
  return [
    ...healthFigures(deps),
    ...ingestFigures(deps),
    ...figuresOfQuestions(deps.reports),
    ...webhookFigures(deps),
    ...figuresOfAdPlatforms(deps),
    ...figuresOfSpend(deps),
    ...diskFigures(deps),
  ];
}

function healthFigures({ isReady, isDegraded }: FigureSources): Figure[] {
  return [
    {
      kind: 'gauge',
      name: 'cvq_ready',
      help: '1 while events can be stored',
      read: async () => [{ value: (await isReady()) ? 1 : 0 }],
    },
    {
      kind: 'gauge',
      name: 'cvq_degraded',
      help: '1 while data that is past its time cannot be deleted',
      read: () => [{ value: isDegraded() ? 1 : 0 }],
    },
  ];
}

function ingestFigures({ intake, requests }: FigureSources): Figure[] {
  const { figures } = intake;
  return [
    {
      kind: 'counter',
      name: 'cvq_track_requests_total',
      help: 'Tracking requests by the status of their answer',
      ...countedBy('status', ANSWER_STATUSES, (status) => requests.read()[`status:${status}`]),
    },
    {
      kind: 'counter',
      name: 'cvq_track_refused_total',
      help: 'Tracking requests that were refused whole, by the reason',
      ...countedBy('reason', REFUSAL_CAUSES, (cause) => requests.read()[`refused:${cause}`]),
    },
    {
      kind: 'counter',
      name: 'cvq_events_total',
      help: 'Events by what became of them',
      ...countedBy('result', EVENT_RESULTS, (result) => figures.read()[result]),
    },
    {
      kind: 'counter',
      name: 'cvq_events_excluded_total',
      help: 'Stored events that no report counts, by the reason',
      ...countedBy('reason', EXCLUSIONS, (reason) => figures.read()[`excluded:${reason}`]),
    },
    {
      kind: 'counter',
      name: 'cvq_events_of_bots_total',
      help: 'Stored events that were judged as those of bots when they arrived',
      read: () => [{ value: figures.read().bots }],
    },
    {
      kind: 'gauge',
      name: 'cvq_ingest_queue_requests',
      help: 'Tracking requests that wait for the writer, or are with it',
      read: () => [{ value: intake.queued() }],
    },
    {
      kind: 'counter',
      name: 'cvq_ingest_commits_total',
      help: 'Groups of tracking requests that were committed',
      read: () => [{ value: figures.read().commits }],
    },
    {
      kind: 'counter',
      name: 'cvq_ingest_seconds_total',
      help: 'Time of the writer by step; the commit waits for the disk',
      ...countedBy('step', INGEST_STEPS, (step) => figures.read()[`seconds:${step}`]),
    },
  ];
}

function webhookFigures({ webhooks, attempts, now }: FigureSources): Figure[] {
  return [
    {
      kind: 'counter',
      name: 'cvq_webhook_attempts_total',
      help: 'Attempts to deliver a webhook, by how they ended',
      ...countedBy('result', ATTEMPT_RESULTS, (result) => attempts.read()[result]),
    },
    {
      kind: 'gauge',
      name: 'cvq_webhook_endpoint_failing',
      help: '1 for an enabled endpoint that has only failed for a day',
      labels: ['endpoint'],
      async read() {
        const statuses = await webhooks.statuses();
        return statuses.map(({ endpoint, state }) => ({
          labels: { endpoint: endpoint.id },
          value: state === 'failing' ? 1 : 0,
        }));
      },
    },
    {
      kind: 'gauge',
      name: 'cvq_webhook_deliveries_owed',
      help: 'Deliveries that are neither acknowledged nor given up',
      read: async () => [{ value: (await webhooks.backlog()).outstanding }],
    },
    {
      kind: 'gauge',
      name: 'cvq_webhook_due_lag_seconds',
      help: 'For how long the first delivery to an enabled endpoint has been due that no attempt has begun',
      async read() {
        const { dueSince } = await webhooks.backlog();
        return [{ value: dueSince === null ? 0 : Math.max(0, now() - dueSince) / 1000 }];
      },
    },
  ];
}

function diskFigures({ compactedRanges, archivedRows, folder }: FigureSources): Figure[] {
  return [
    {
      kind: 'counter',
      name: 'cvq_compacted_ranges_total',
      help: 'Ranges of events that were compacted into columns, so that reports read them fast',
      read: () => [{ value: compactedRanges() }],
    },
    {
      kind: 'counter',
      name: 'cvq_archived_rows_total',
      help: 'Events and sessions that were archived, so that they take less room',
      read: () => [{ value: archivedRows() }],
    },
    {
      kind: 'gauge',
      name: 'cvq_store_bytes',
      help: 'Bytes of each file of the stores',
      labels: ['file'],
      async read() {
        const { files } = await diskUse(folder);
        return files.map(({ name, bytes }) => ({ labels: { file: name }, value: bytes }));
      },
    },
    {
      kind: 'gauge',
      name: 'cvq_disk_free_bytes',
      help: 'Bytes that are free on the disk of the data folder',
      read: async () => [{ value: (await diskUse(folder)).free }],
    },
  ];
}

type DiskUse = {
  /** Bytes of each file of the stores, write-ahead logs among them. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  /** Bytes that are free on the disk of the data folder. */
  readonly free: number;
};

/** What the stores take on the disk, and what is left there. A file that goes meanwhile is left out. */
async function diskUse(folder: string): Promise<DiskUse> {
  const names = (await readdir(folder)).filter((name) => /\.db(-wal)?$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const file = await stat(join(folder, name)).catch(() => null);
      return file === null ? [] : [{ name, bytes: file.size }];
    }),
  );
  const { bavail, bsize } = await statfs(folder);
  return { files: found.flat(), free: bavail * bsize };
}
