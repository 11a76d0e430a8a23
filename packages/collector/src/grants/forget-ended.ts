import type { ControlStore } from '@cvq/storage';
import { UNUSED_APPLICATION_MS } from './grant-times.ts';

/**
 * Of the applications that nobody let in, the newest that are kept. Anybody can register, from as many networks as they
 * have, and would fill the disk. Who is forgotten is told so, and registers again.
 */
const MOST_UNUSED = 10_000;

/** Forgets what has expired, and what registered and was never used. */
export async function forgetEnded(
  control: Pick<ControlStore, 'forgetEndedGrants'>,
  now: number,
): Promise<void> {
  const unusedSince = now - UNUSED_APPLICATION_MS;
  await control.forgetEndedGrants({ now, unusedSince, mostUnused: MOST_UNUSED });
}
