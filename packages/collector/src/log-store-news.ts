import type { StoreNews } from '@cvq/storage';
import type { Log } from './log.ts';

const LINES: Readonly<Record<StoreNews['kind'], readonly ['error' | 'warn' | 'info' | 'debug', string]>> = {
  migrating: [
    'info',
    'A store of an earlier version is brought to the schema of this one, which takes minutes where it holds many millions of events',
  ],
  usage_set_aside: [
    'warn',
    'The counters of requests were broken. They begin anew, and the broken file was renamed.',
  ],
  usage_unusable: [
    'error',
    'The file of the counters of requests cannot be used. Until the next start they are counted in memory.',
  ],
  usage_in_memory: [
    'error',
    'Requests cannot be counted on the disk. Until they can, they are counted in memory.',
  ],
  usage_stored: ['info', 'Requests are counted on the disk again'],
  compacted: ['debug', 'Events were compacted into columns'],
  archiving: ['info', 'Days are being archived, which takes some minutes where there are many'],
  expired: ['info', 'Events were deleted that their project keeps no longer'],
  mark_unreadable: [
    'warn',
    'The mark of how far the events had come cannot be read, so that nobody could tell whether they have gone back',
  ],
  mark_unwritable: [
    'warn',
    'The mark of how far the events have come cannot be written, so that nobody will be able to tell whether they have gone back',
  ],
  block_broken: [
    'error',
    'Archived events are not as they were stored, which tells of a broken disk. They stand nowhere else: restore a backup.',
  ],
  day_broken: [
    'error',
    'Columns of a day were not as they were stored, which tells of a broken disk. They are made anew from the events: no number is wrong, and nothing is lost.',
  ],
  reader_died: [
    'error',
    'A thread that answers questions has died. Another takes its place, of which its question is asked once more.',
  ],
  compaction_failed: [
    'warn',
    'Events could not be compacted into columns. Nothing is lost: reports read them row by row, which is slower.',
  ],
};

/** Writes into the log what a store has got over by itself. */
export function logStoreNews(news: StoreNews, log: Log): void {
  const [level, words] = LINES[news.kind];
  const { error, ...rest } = { error: undefined, ...news };
  log[level](error === undefined ? rest : { ...rest, err: error }, words);
}
