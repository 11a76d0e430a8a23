import { expect } from 'vitest';
import type { Client } from '../client.ts';
import { type Days, questionsAbout } from './questions.ts';

/** What differs between two stores of the same events: hashes of user data are not exported. */
const OF_THE_STORE = new Set(['generated_at', 'project', 'has_user_data']);

/** What every question is answered, without what names the project, its store or the moment. */
export async function answersOf(
  client: Client,
  bearer: string,
  days: Days,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, path] of questionsAbout(days)) {
    const { status, body } = await client.send({ path, bearer });
    expect(status, name).toBe(200);
    answers[name] = JSON.parse(JSON.stringify(body), (key, value) =>
      OF_THE_STORE.has(key) ? undefined : value,
    );
  }
  return answers;
}
