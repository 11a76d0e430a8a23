import type { IntegrationProblem } from '../../../integration.ts';
import type { SpendReading, SpendSource, SpendSourceState } from '../../../spend-store.ts';
import { SpendImportEnded } from '../../../store-errors.ts';
import type { Connection } from '../../open-database.ts';
import { CURRENT_DAYS } from './current-days.ts';

type ReadingRow = Omit<SpendReading, 'problem'> & { readonly problem: string | null };
type StateRow = Omit<SpendSourceState, 'currencies' | 'days' | 'problem' | 'isCurrent'> & {
  readonly isCurrent: 0 | 1;
  readonly currencies: string;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly problem: string | null;
};

/** A source is seen once it was read, or could not be read. */
const READING = `
  source.project_id AS project, source.platform, source.integration_id AS integration, source.account,
  source.time_zone AS timeZone, source.read_at AS readAt`;

/** True of files, and of the account whose spend an integration has read now. */
const IS_CURRENT = `
  (source.integration_id IS NULL OR source.account = ifnull(integration.spend_account, integration.account))`;

const READINGS = `
  SELECT ${READING}, source.problem
  FROM spend_sources AS source
  JOIN integrations AS integration ON integration.id = source.integration_id
  WHERE ${IS_CURRENT} AND (source.read_at IS NOT NULL OR source.problem IS NOT NULL)
  ORDER BY source.project_id, source.platform, source.id`;

const STATES = `
  WITH ${CURRENT_DAYS}
  SELECT ${READING}, ${IS_CURRENT} AS isCurrent, CASE WHEN ${IS_CURRENT} THEN source.problem END AS problem,
    json_group_array(DISTINCT day.currency) FILTER (WHERE day.currency <> '') AS currencies,
    min(day.date) FILTER (WHERE day.currency <> '') AS firstDay,
    max(day.date) FILTER (WHERE day.currency <> '') AS lastDay,
    max(day.date) FILTER (WHERE day.date < import.today) AS lastGoodDay
  FROM spend_sources AS source
  LEFT JOIN integrations AS integration ON integration.id = source.integration_id
  LEFT JOIN current_days AS current ON current.source = source.id
  LEFT JOIN spend_imports AS import ON import.id = current.import
  LEFT JOIN spend_days AS day
    ON day.source = current.source AND day.date = current.date AND day.import = current.import
  WHERE source.project_id = :project AND (source.read_at IS NOT NULL OR source.problem IS NOT NULL AND ${IS_CURRENT})
  GROUP BY source.id
  ORDER BY source.platform, source.integration_id IS NULL, source.account, source.id`;

/** All days that there are. */
const EVER = { first: '', last: '9999-12-31' };

/** Where spend came from. */
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
  const readings = db.prepare(READINGS);
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
    readings: (): SpendReading[] => (readings.all() as ReadingRow[]).map(toReading),
    idsOf: (source: Pick<SpendSource, 'project' | 'platform' | 'integration'>) => ids.all(source) as number[],
    remove: (id: number): void => void remove.run(id),
  };
}

function toReading<Row extends { readonly problem: string | null }>({ problem, ...row }: Row) {
  return { ...row, problem: problem === null ? null : (JSON.parse(problem) as IntegrationProblem) };
}

function toState({ firstDay, lastDay, currencies, isCurrent, ...row }: StateRow): SpendSourceState {
  return {
    ...toReading(row),
    isCurrent: isCurrent === 1,
    currencies: (JSON.parse(currencies) as string[]).sort(),
    days: firstDay === null || lastDay === null ? null : { first: firstDay, last: lastDay },
  };
}
