import { workerData } from 'node:worker_threads';
import { Interruption } from '../interruption.ts';
import { openForSealing } from '../open-database.ts';
import { answerInThread } from '../thread-client.ts';
import { DayCompactor } from './day-compactor.ts';

/** Projects are compacted here, so that neither a question nor the writer waits for it. */
const { file, interrupts } = workerData as { file: string; interrupts: SharedArrayBuffer };
const db = openForSealing(file);
const compactor = new DayCompactor(db, { interruption: new Interruption(interrupts) });
const projects = db.prepare('SELECT key FROM projects ORDER BY id').pluck();

const answers: Readonly<Record<string, (asked: never) => unknown>> = {
  projects: () => projects.all(),
  compact: (project: string) => compactor.compact(project),
  withdraw: (day: number) => compactor.withdraw(day),
};

answerInThread((name, [asked]) => answers[name]?.(asked as never));
