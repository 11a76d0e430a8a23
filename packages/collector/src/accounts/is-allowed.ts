import { Refused } from './refused.ts';

/**
 * Whether an actor may do something, by the check that would refuse it.
 * @throws whatever else the check fails with
 */
export async function isAllowed(check: Promise<unknown>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
