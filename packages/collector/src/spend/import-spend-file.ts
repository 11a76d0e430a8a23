import type { Readable } from 'node:stream';
import { type SpendLine, SpendLineRepeated, type SpendReplaced, type SpendStore } from '@cvq/storage';
import { FoundFaults } from './found-faults.ts';
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

type SpendFile = {
  readonly project: string;
  readonly store: Pick<SpendStore, 'importSpend'>;
  readonly now: number;
  /** Hears how many lines were read, from time to time. */
  readonly tell: (lines: number) => void;
};

const LINES_BETWEEN_REPORTS = 10_000;

/**
 * Stores a CSV file of spend, whole or not at all. Its rows take the place of what files said before of the same
 * platforms and days.
 * @throws BadFile, SpendImportEnded
 */
export async function importSpendFile(
  input: Readable,
  { project, store, now, tell }: SpendFile,
): Promise<SpendReplaced> {
  const faults = new FoundFaults();
  const repeated = (line: number, before: number) =>
    faults.add({
      ...{ line, column: 'campaign_id', problem: `Line ${before} has the same platform, campaign and day.` },
      fix: 'Put both in one line, with their sums.',
    });
  try {
    return await store.importSpend(project, { now, repeated }, readLines(input, { now, tell, faults }));
  } catch (error) {
    if (error instanceof SpendLineRepeated) faults.refuse();
    throw error;
  }
}

async function* readLines(
  input: Readable,
  { now, tell, faults }: Pick<SpendFile, 'now' | 'tell'> & { readonly faults: FoundFaults },
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
