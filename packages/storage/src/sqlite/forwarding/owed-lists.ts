import type { Connection } from '../open-database.ts';

/** SQL of all lists of which something is owed, by steps through the index: a long backlog costs one step. */
const LISTS = `
  lists(id) AS (
    SELECT min(list) FROM ad_owed
    UNION ALL
    SELECT (SELECT min(list) FROM ad_owed WHERE list > lists.id) FROM lists WHERE lists.id IS NOT NULL
  )`;

/** SQL of each integration of those lists: since when it is owed something, and how long that is held. */
export const OWED_SINCE = `
  ${LISTS}, owed_since(list, integration, hold, since) AS (
    SELECT lists.id, target.value ->> 0, target.value ->> 1,
      (SELECT min(created_at) FROM ad_owed WHERE list = lists.id)
    FROM lists CROSS JOIN ad_target_lists USING (id), json_each(ad_target_lists.targets) target
  )`;

const DUE = `WITH RECURSIVE ${OWED_SINCE} SELECT list, integration, hold FROM owed_since WHERE since + hold <= :now`;

type DueList = { readonly list: number; readonly integration: number; readonly hold: number };

/** What conversions owe of which no delivery has been made yet. */
export class OwedLists {
  readonly #due;
  readonly #count;

  constructor(db: Connection) {
    this.#due = db.prepare(DUE);
    this.#count = db
      .prepare('SELECT count(*) FROM ad_owed WHERE list = :list AND created_at <= :until')
      .pluck();
  }

  /** Lists with something that is due to one of their integrations, by that integration. */
  due(now: number): ReadonlyMap<number, readonly DueList[]> {
    return Map.groupBy(this.#due.all({ now }) as DueList[], ({ integration }) => integration);
  }

  countDue(integration: number, now: number): number {
    const counts = (this.due(now).get(integration) ?? []).map(({ list, hold }) => {
      return this.#count.get({ list, until: now - hold }) as number;
    });
    return counts.reduce((sum, count) => sum + count, 0);
  }
}
