import type { SpendRow } from '@cvq/storage';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { z } from 'zod';
import { toldAmount, toldCount, toldId } from '../exchange/told-number.ts';
import { readFigure } from '../spend/read-figure.ts';
import { unreadable } from '../spend/spend-not-read.ts';

/** What is asked for; the file has its columns in this order. */
export const REPORT_COLUMNS = [
  ...['TimePeriod', 'CampaignId', 'CampaignName', 'CurrencyCode'],
  ...['Impressions', 'Clicks', 'Spend'],
] as const;

const Cells = z.tuple([
  z.iso.date(),
  toldId,
  z.string(),
  z.string().regex(/^[A-Z]{3}$/),
  toldCount,
  toldCount,
  toldAmount,
]);

const MAX_FILE_BYTES = 268_435_456;

/**
 * The rows of a report about an account: a zip archive with one CSV file, in which lines about the report stand before
 * the columns and after the rows. One of them is how many rows there are.
 * @throws SpendNotRead for what is not whole
 */
export function* readReport(archive: Uint8Array, account: string): Iterable<SpendRow> {
  const lines = linesOf(archive);
  const columns = lines.findIndex(([first]) => first === REPORT_COLUMNS[0]);
  if (columns < 0 || lines[columns]?.join() !== REPORT_COLUMNS.join())
    throw unreadable('the columns of the report');
  const rows = lines.slice(columns + 1).filter(({ length }) => length === REPORT_COLUMNS.length);
  const told = lines
    .slice(0, columns)
    .map(([first = '']) => /^Rows: (\d+)$/.exec(first)?.[1])
    .find((number) => number !== undefined);
  if (told !== undefined && Number(told) !== rows.length)
    throw unreadable(`the report has ${rows.length} rows, and says that it has ${told}`);
  for (const row of rows) {
    const of = { account, schema: Cells, dayOf: () => row[0], fieldAt };
    const [date, campaignId, campaign, currency, impressions, clicks, micros] = readFigure(row, of);
    yield { date, campaignId, campaign, micros, currency, impressions, clicks };
  }
}

const fieldAt = ([place]: readonly PropertyKey[]) => REPORT_COLUMNS[Number(place)] ?? 'the row';

function linesOf(archive: Uint8Array): string[][] {
  try {
    const files = unzipSync(archive, { filter: ({ originalSize }) => originalSize <= MAX_FILE_BYTES });
    const [file] = Object.values(files);
    if (file === undefined) throw unreadable('the archive holds no file, or one that is too large');
    return parse(strFromU8(file), { bom: true, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof Error && error.name === 'SpendNotRead') throw error;
    throw unreadable('the file of the report is broken');
  }
}
