import { workerData } from 'node:worker_threads';
import { HOUR_MS } from '@cvq/contract/constants';
import { collectStartGarbage } from '../../collect-start-garbage.ts';
import { Interruption } from '../interruption.ts';
import { leftFree } from '../left-free.ts';
import { letOthersWrite } from '../let-others-write.ts';
import { openForCompacting } from '../open-database.ts';
import { RowExpiry } from '../retention/row-expiry.ts';
import { answerInThread } from '../thread-client.ts';
import { DayCompactor } from './day-compactor.ts';
import type { Compacted } from './open-compaction-thread.ts';
import { projectKeys } from './project-keys.ts';
import { type Archived, RowArchiving } from './row-archiving.ts';
import { UnreadableBlocks } from './unreadable-blocks.ts';

/** So long others wait for the days of one project, and for the archiving of its rows. */
const PASS_MS = 2_000;

/** Projects are compacted here, so that neither a question nor the writer waits for it. */
const { file, archiveHours, interrupts } = workerData as {
  file: string;
  archiveHours: number;
  interrupts: SharedArrayBuffer;
};
const db = openForCompacting(file);
const interruption = new Interruption(interrupts);
const broken = new UnreadableBlocks();
const compactor = new DayCompactor(db, { passMs: PASS_MS, interruption, broken });
const archiving = new RowArchiving(db, {
  rest: { afterMs: archiveHours * HOUR_MS, againMs: HOUR_MS, passMs: PASS_MS },
  interruption,
  broken,
  afterWrite: letOthersWrite,
});
const expiry = new RowExpiry(db, { passMs: PASS_MS, interruption });
const NOTHING_YET: Archived = { rows: 0, daysLeft: 0, blocksLeft: 0 };

const answers: Readonly<Record<string, (...asked: never[]) => unknown>> = {
  projects: () => projectKeys(db),
  compact(project: string, keptFrom: number | null): Compacted {
    const expired = keptFrom === null ? undefined : broken.skip(() => expiry.expire(project, keptFrom));
    const { days, isMore: isMoreToStore } = compactor.compact(project);
    const archived = isMoreToStore ? NOTHING_YET : archiving.archive(project);
    return {
      days,
      isMoreToStore,
      ...archived,
      broken: broken.take(),
      expired: expired?.events ?? 0,
      isMoreToExpire: expired?.isMore ?? false,
    };
  },
  withdraw: (day: number, what: 'day' | 'project') => compactor.withdraw(day, what),
};

answerInThread((name, asked) => leftFree(db, () => answers[name]?.(...(asked as never[]))));
collectStartGarbage();
