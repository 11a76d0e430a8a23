import { existsSync } from 'node:fs';
import { isOfFullDisk, StoreUnusable } from '../../store-errors.ts';
import { openForReading } from '../open-database.ts';
import { integrityProblems } from '../store-files/integrity.ts';

/** What is wrong with the counters, without mending it: to open them for counting sets a broken file aside. */
export function usageProblems(file: string): string[] {
  try {
    return existsSync(file) ? problemsIn(file) : [];
  } catch (error) {
    if (error instanceof Error && isOfFullDisk(error)) return [new StoreUnusable(file, error).message];
    const reason = error instanceof Error ? error.message : String(error);
    return [`${file} is broken: ${reason}. It holds only counters, and a new one takes its place.`];
  }
}

function problemsIn(file: string): string[] {
  const db = openForReading(file);
  try {
    return integrityProblems(db);
  } finally {
    db.close();
  }
}
