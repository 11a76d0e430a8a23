import type { Readable } from 'node:stream';
import type { SpendLine } from '@cvq/storage';
import type { FileFault } from './bad-file.ts';
import type { FoundFaults } from './found-faults.ts';
import {
  amountCell,
  countCell,
  currencyCell,
  dateCell,
  idCell,
  LineCells,
  platformCell,
  textCell,
} from './read-cells.ts';
import { readTable } from './read-table.ts';

const COLUMNS = [
  'date',
  'platform',
  'campaign_id',
  'campaign',
  'spend',
  'impressions',
  'clicks',
  'currency',
] as const;
/** Each is a source by itself, which a list shows. */
const MAX_PLATFORMS = 50;

const LINES_BETWEEN_REPORTS = 10_000;

type Reading = {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly faults: FoundFaults;
  /** Hears how many lines were read, from time to time. */
  readonly tell?: (lines: number) => void;
};

/** The fault of a line that tells of what an earlier one has told. */
export function repeatedLine(line: number, before: number): FileFault {
  return {
    line,
    column: 'campaign_id',
    problem: `Line ${before} has the same platform, campaign and day.`,
    fix: 'Put both in one line, with their sums.',
  };
}

/**
 * The good lines of a CSV file of spend; whether two tell of the same is not looked at. The faults of the others are
 * gathered, and refused at the end.
 * @throws BadFile
 */
export async function* readSpendLines(
  input: Readable,
  { now, faults, tell = () => {} }: Reading,
): AsyncGenerator<SpendLine> {
  const platforms = new Set<string>();
  const readDate = dateCell(now);
  let lines = 0;
  for await (const tableLine of readTable(input, COLUMNS, faults)) {
    lines += 1;
    if (lines % LINES_BETWEEN_REPORTS === 0) tell(lines);
    const cells = new LineCells(tableLine, faults);
    const line: SpendLine = {
      line: tableLine.line,
      date: cells.read('date', readDate),
      platform: cells.read('platform', platformCell),
      campaignId: cells.read('campaign_id', idCell),
      campaign: cells.read('campaign', textCell),
      micros: cells.read('spend', amountCell),
      impressions: cells.read('impressions', countCell),
      clicks: cells.read('clicks', countCell),
      currency: cells.read('currency', currencyCell),
    };
    if (!cells.isBad) platforms.add(line.platform);
    if (platforms.size > MAX_PLATFORMS)
      cells.refuse('platform', `A file has ${MAX_PLATFORMS} platforms at most.`, 'Divide it into several.');
    if (!cells.isBad) yield line;
  }
  faults.refuse();
}
