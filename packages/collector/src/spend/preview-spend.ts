import type { Readable } from 'node:stream';
import type { SpendLine } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';
import { BadFile, type FileFault } from './bad-file.ts';
import { FoundFaults } from './found-faults.ts';
import { readSpendLines, repeatedLine } from './read-spend-lines.ts';

/** What a file says of one platform in one currency. */
type PreviewedSpend = {
  readonly platform: string;
  readonly currency: string;
  readonly rows: number;
  /** Millionths of a unit of the currency. */
  readonly micros: bigint;
  readonly firstDay: string;
  readonly lastDay: string;
};

/** What would be stored of a file, and what is wrong with it: with any fault nothing would be. */
type SpendPreview = {
  readonly spend: readonly PreviewedSpend[];
  readonly faults: readonly FileFault[];
};

/**
 * Reads a CSV file of spend as its import would, and stores nothing. Admins may.
 * @throws Refused
 */
export async function previewSpend(
  deps: AccountDeps,
  { project, open }: { readonly project: string; readonly open: () => Readable },
): Promise<SpendPreview> {
  await requireProjectRole(deps, project, 'admin');
  const found = new Map<string, PreviewedSpend>();
  const lineOf = new Map<string, number>();
  const faults = new FoundFaults();
  try {
    for await (const line of readSpendLines(open(), { now: deps.now(), faults })) {
      const name = `${line.platform} ${line.date} ${line.campaignId}`;
      const before = lineOf.get(name);
      if (before === undefined) lineOf.set(name, line.line);
      else faults.add(repeatedLine(line.line, before));
      const key = `${line.platform} ${line.currency}`;
      found.set(key, withLine(found.get(key), line));
    }
    faults.refuse();
    return { spend: [...found.values()], faults: [] };
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    return { spend: [...found.values()], faults: error.faults };
  }
}

function withLine(before: PreviewedSpend | undefined, line: SpendLine): PreviewedSpend {
  const { platform, currency, micros, date } = line;
  if (before === undefined) return { platform, currency, rows: 1, micros, firstDay: date, lastDay: date };
  return {
    ...before,
    rows: before.rows + 1,
    micros: before.micros + micros,
    ...(date < before.firstDay && { firstDay: date }),
    ...(date > before.lastDay && { lastDay: date }),
  };
}
