import type { Readable } from 'node:stream';
import type { ExchangeRate, SpendStore } from '@cvq/storage';
import { FoundFaults } from './found-faults.ts';
import { currencyCell, dateCell, LineCells, rateCell } from './read-cells.ts';
import { readTable } from './read-table.ts';

const COLUMNS = ['date', 'from', 'to', 'rate'] as const;
/** They are stored in one commit, which is to hold nobody up. */
const MAX_RATES = 5_000;

type RateFile = {
  readonly project: string;
  readonly store: Pick<SpendStore, 'putRates'>;
  readonly now: number;
};

/**
 * Stores a CSV file of exchange rates, whole or not at all. How many there are.
 * @throws BadFile
 */
export async function importRateFile(
  input: Readable,
  { project, store, now }: RateFile,
): Promise<{ readonly stored: number }> {
  const faults = new FoundFaults();
  const rates: ExchangeRate[] = [];
  const lineOf = new Map<string, number>();
  const readDate = dateCell(now);
  for await (const tableLine of readTable(input, COLUMNS, faults)) {
    const cells = new LineCells(tableLine, faults);
    const rate: ExchangeRate = {
      date: cells.read('date', readDate),
      from: cells.read('from', currencyCell),
      to: cells.read('to', currencyCell),
      rate: cells.read('rate', rateCell),
    };
    if (cells.isBad) continue;
    if (rate.from === rate.to) cells.refuse('to', 'Both currencies are the same.', 'Leave the line out.');
    const name = `${rate.date} ${rate.from} ${rate.to}`;
    const before = lineOf.get(name);
    if (before !== undefined)
      cells.refuse('date', `Line ${before} has the same day and currencies.`, 'Leave one of them out.');
    lineOf.set(name, tableLine.line);
    if (rates.push(rate) > MAX_RATES) {
      cells.refuse(null, `A file has ${MAX_RATES} rates at most.`, 'Divide it into several.');
      break;
    }
  }
  faults.refuse();
  await store.putRates(project, rates);
  return { stored: rates.length };
}
