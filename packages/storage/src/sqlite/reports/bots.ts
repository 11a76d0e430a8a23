import type { BotCount, Period, Question } from '../../event-store.ts';
import type { Connection } from '../open-database.ts';
import { BOT_EXCLUSION_CODES } from '../row-codes.ts';

const COUNT = `
  SELECT count(*) FROM events
  WHERE project = (SELECT id FROM projects WHERE key = :project) AND at >= :from AND at < :to
    AND exclusion IN (${BOT_EXCLUSION_CODES})`;

/** The events that bots left in a period: so far they are known by what they do not do. */
export function bots(db: Connection, { project }: Question, { from, to }: Period): BotCount[] {
  const requests = db.prepare(COUNT).pluck().get({ project, from, to }) as number;
  return requests === 0 ? [] : [{ category: 'other', name: 'No JavaScript', requests }];
}
