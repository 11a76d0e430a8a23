import { NotAnswered } from './ask.ts';
import { tell } from './tell.ts';

/**
 * Removes something, as `tell` does it. What is gone already is as it should be: others remove things too.
 * @throws NotAnswered
 */
export async function remove(path: string): Promise<void> {
  await tell(path, {}, 'DELETE').catch((error: unknown) => {
    if (!(error instanceof NotAnswered) || error.status !== 404) throw error;
  });
}
