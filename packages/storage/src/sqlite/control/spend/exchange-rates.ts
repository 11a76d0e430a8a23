import type { CalendarDay, CalendarDays, ExchangeRate } from '../../../spend-store.ts';
import type { Connection } from '../../open-database.ts';

const RATES = `
  SELECT rates.date, rates.from_currency AS "from", rates.to_currency AS "to", rates.rate
  FROM exchange_rates AS rates
  WHERE rates.project_id = :project AND rates.date <= :last AND rates.date >= ifnull((
    SELECT max(earlier.date) FROM exchange_rates AS earlier
    WHERE earlier.project_id = rates.project_id AND earlier.from_currency = rates.from_currency
      AND earlier.to_currency = rates.to_currency AND earlier.date <= :first), :first)
  ORDER BY rates.from_currency, rates.to_currency, rates.date`;

/** What currencies were worth, as projects were told. */
export function exchangeRates(db: Connection) {
  const put = db.prepare(`
    INSERT INTO exchange_rates (project_id, from_currency, to_currency, date, rate)
    VALUES (:project, :from, :to, :date, :rate)
    ON CONFLICT DO UPDATE SET rate = excluded.rate`);
  const rates = db.prepare(RATES);
  const remove = db.prepare(`
    DELETE FROM exchange_rates
    WHERE project_id = :project AND from_currency = :from AND to_currency = :to AND date = ifnull(:date, date)`);
  const putAll = db.transaction((project: string, given: readonly ExchangeRate[]) => {
    for (const rate of given) put.run({ ...rate, project });
  });
  return {
    put: (project: string, given: readonly ExchangeRate[]): void => putAll.immediate(project, given),
    remove: (
      project: string,
      of: Pick<ExchangeRate, 'from' | 'to'> & { readonly date: CalendarDay | null },
    ): number => remove.run({ ...of, project }).changes,
    read: (project: string, days: CalendarDays) => rates.all({ project, ...days }) as ExchangeRate[],
  };
}
