import type { IntegrationProblem } from '../../../integration.ts';
import type { SpendSource, SpendSourceState } from '../../../spend-store.ts';
import { SpendImportEnded } from '../../../store-errors.ts';
import type { Connection } from '../../open-database.ts';
import { CURRENT_DAYS } from './current-days.ts';

type StateRow = Omit<SpendSourceState, 'currencies' | 'days' | 'problem'> & {
  readonly currencies: string;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly problem: string | null;
};

const STATES = `
  WITH ${CURRENT_DAYS}
  SELECT source.project_id AS project, source.platform, source.integration_id AS integration, source.account,
    source.time_zone AS timeZone, source.read_at AS readAt, source.problem,
    json_group_array(DISTINCT day.currency) FILTER (WHERE day.currency <> '') AS currencies,
    min(day.date) FILTER (WHERE day.currency <> '') AS firstDay,
    max(day.date) FILTER (WHERE day.currency <> '') AS lastDay,
    max(day.date) FILTER (WHERE day.date < import.today) AS lastGoodDay
  FROM spend_sources AS source
  LEFT JOIN current_days AS current ON current.source = source.id
  LEFT JOIN spend_imports AS import ON import.id = current.import
  LEFT JOIN spend_days AS day
    ON day.source = current.source AND day.date = current.date AND day.import = current.import
  WHERE source.project_id = :project AND (source.read_at IS NOT NULL OR source.problem IS NOT NULL)
  GROUP BY source.id
  ORDER BY source.platform, source.integration_id IS NULL, source.account, source.id`;

/** All days that there are. */
const EVER = { first: '', last: '9999-12-31' };

/** Where spend came from. A source is seen once it was read, or could not be read. */
export function spendSources(db: Connection) {
  const find = db
    .prepare(`
      SELECT id FROM spend_sources
      WHERE project_id = :project AND platform = :platform AND ifnull(integration_id, '') = ifnull(:integration, '')
        AND account = :account`)
    .pluck();
  const insert = db.prepare(`
    INSERT INTO spend_sources (project_id, platform, integration_id, account, time_zone)
    VALUES (:project, :platform, :integration, :account, :timeZone)`);
  const isThere = db
    .prepare(`
      SELECT EXISTS (SELECT 1 FROM projects WHERE id = :project AND deleted_at IS NULL)
        AND (:integration IS NULL OR EXISTS (SELECT 1 FROM integrations WHERE id = :integration))`)
    .pluck();
  const setProblem = db.prepare('UPDATE spend_sources SET problem = ? WHERE id = ?');
  const states = db.prepare(STATES);
  const ids = db
    .prepare(`
      SELECT id FROM spend_sources
      WHERE project_id = :project AND platform = :platform AND integration_id IS :integration`)
    .pluck();
  const remove = db.prepare('DELETE FROM spend_sources WHERE id = ?');

  /** Whether its project, and its integration, are there. */
  const exists = ({ project, integration }: Pick<SpendSource, 'project' | 'integration'>) =>
    isThere.get({ project, integration }) === 1;

  /** @throws SpendImportEnded where there is no such project or integration */
  function numberOf(source: SpendSource): number {
    const found = find.get(source) as number | undefined;
    if (found !== undefined) return found;
    if (!exists(source)) throw new SpendImportEnded();
    return Number(insert.run(source).lastInsertRowid);
  }

  const note = db.transaction((source: SpendSource, problem: IntegrationProblem) => {
    if (exists(source)) setProblem.run(JSON.stringify(problem), numberOf(source));
  });

  return {
    exists,
    numberOf,
    note: (source: SpendSource, problem: IntegrationProblem): void => note.immediate(source, problem),
    list: (project: string): SpendSourceState[] =>
      (states.all({ project, ...EVER }) as StateRow[]).map(toState),
    idsOf: (source: Pick<SpendSource, 'project' | 'platform' | 'integration'>) => ids.all(source) as number[],
    remove: (id: number): void => void remove.run(id),
  };
}

function toState({ firstDay, lastDay, currencies, problem, ...row }: StateRow): SpendSourceState {
  return {
    ...row,
    currencies: (JSON.parse(currencies) as string[]).sort(),
    days: firstDay === null || lastDay === null ? null : { first: firstDay, last: lastDay },
    problem: problem === null ? null : (JSON.parse(problem) as IntegrationProblem),
  };
}
