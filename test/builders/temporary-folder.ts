import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilFileEnds } from './until-file-ends.ts';

/** A folder on disk that is gone after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-test-'));
  untilFileEnds(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
