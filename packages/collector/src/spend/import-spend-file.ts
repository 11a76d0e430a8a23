import type { Readable } from 'node:stream';
import { SpendLineRepeated, type SpendReplaced, type SpendStore } from '@cvq/storage';
import { FoundFaults } from './found-faults.ts';
import { readSpendLines, repeatedLine } from './read-spend-lines.ts';

type SpendFile = {
  readonly project: string;
  readonly store: Pick<SpendStore, 'importSpend'>;
  readonly now: number;
  /** Hears how many lines were read, from time to time. */
  readonly tell: (lines: number) => void;
};

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
  const repeated = (line: number, before: number) => faults.add(repeatedLine(line, before));
  try {
    return await store.importSpend(project, { now, repeated }, readSpendLines(input, { now, tell, faults }));
  } catch (error) {
    if (error instanceof SpendLineRepeated) faults.refuse();
    throw error;
  }
}
