import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Gives the workers of a run a folder for `madeOnce`, which is removed when all have ended. */
export default async function shareAFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cvq-e2e-'));
  process.env.E2E_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}
