import { ownTurn } from '../edge/own-turn.ts';
import { nameStoreFaults } from './name-store-faults.ts';

/**
 * An answer of the analytics store, in a turn of the event loop of its own: what is made of it comes next.
 * @throws ApiError as `nameStoreFaults` does
 */
export async function askStore<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const given = await nameStoreFaults(answer);
  await ownTurn();
  return given;
}
