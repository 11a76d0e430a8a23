import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesOfFiles } from '../../../../test/builders/names-of-files.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { createProject, serve, temporaryFolder } from '../durability/program.ts';
import { serverKeys } from './server-keys.ts';

const PEOPLE = WHOLE ? 200 : 20;
const PEOPLE_AT_ONCE = 20;

/** A person whose every word can be told anywhere by its mark. */
const canary = (number: number) => ({
  email: `Canary.Mail${number}.zqxjvkw@Mail.example`,
  phone: `+49 151 7${String(number).padStart(3, '0')}93517`,
  first_name: `Vornamezqxjvkw${number}`,
  last_name: `Nachnamezqxjvkw${number}`,
  city: `Stadtzqxjvkw${number}`,
  state: `Landzqxjvkw${number}`,
  postal_code: `PLZ9${number}zqxjvkw`,
});
type Person = ReturnType<typeof canary>;

/** The mark of a word or of a number, also where somebody has tidied it up. */
const MARK = /.{0,20}(?:zqxjvkw|151 ?7\d{3}93517).{0,5}/gi;

/** Hashes are guessed from lists of addresses, so they must not be readable from the disk either. */
function hashesOf({ email }: Person): Buffer[] {
  const digest = createHash('sha256').update(email.toLowerCase()).digest();
  return [digest, Buffer.from(digest.toString('hex')), Buffer.from(digest.toString('base64'))];
}

describe(`the user data of ${PEOPLE} people`, () => {
  it('is in no file, no line of the log at its wordiest, and no answer', async () => {
    const folder = temporaryFolder();
    const project = await createProject(folder);
    const keys = await serverKeys(folder, project.id, PEOPLE / PEOPLE_AT_ONCE);
    const collector = await serve(folder, { env: { CVQ_LOG_LEVEL: 'trace' } });
    const answers: string[] = [];
    const statuses = new Set<number>();
    async function send(key: string, path: string, body: unknown): Promise<void> {
      const answer = await fetch(`http://127.0.0.1:${collector.port}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': path === '/v1/events' ? 'text/plain' : 'application/json',
          ...(path !== '/v1/events' && { Authorization: `Bearer ${key}` }),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      statuses.add(answer.status);
      answers.push(await answer.text(), JSON.stringify([...answer.headers]));
    }

    const people = Array.from({ length: PEOPLE }, (_, number) => canary(number));
    async function tell(number: number, user_data: Person): Promise<void> {
      const key = keys[number % keys.length] as string;
      const event = { event_type: 'purchase', user_data };
      const id = `evt_${Date.now()}_canary${number}`;
      const batch = { key: project.id, visitor_id: 'v', events: [{ id, ...event }] };
      await send(key, '/v1/track', event);
      await send(key, '/v1/track/batch', { events: [event, { user_data }] });
      await send(key, '/v1/events', batch);
      // A page sends its event again, and an update of what is known of its user.
      await send(key, '/v1/events', batch);
      await send(key, '/v1/events', {
        ...batch,
        events: [{ ...event, id: `${id}u`, event_type: 'identify' }],
      });
      // All that can be wrong with them.
      await send(key, '/v1/track', {
        ...event,
        user_data: Object.fromEntries(Object.entries(user_data).map(([name, word]) => [name, [word]])),
      });
      await send(key, '/v1/track', { ...event, event_type: 7 });
      await send(key, '/v1/track', { ...event, user_data: user_data.email });
      await send(key, '/v1/track', `${JSON.stringify(event).slice(0, -1)},`);
      await send(key, '/v1/track', {
        ...event,
        user_data: { ...user_data, email: `${user_data.email}${'x'.repeat(9000)}` },
      });
      await send(key, '/v1/events', { ...batch, key: 'proj_unknown' });
      await send(key, '/v1/elsewhere', event);
    }
    for (let first = 0; first < PEOPLE; first += PEOPLE_AT_ONCE) {
      const some = people.slice(first, first + PEOPLE_AT_ONCE);
      await Promise.all(some.map((person, index) => tell(first + index, person)));
    }
    expect([...statuses].toSorted()).toEqual([200, 202, 400, 401]);

    const places = (): [string, Buffer][] => [
      ...namesOfFiles(folder).map((name) => [name, readFileSync(join(folder, name))] as [string, Buffer]),
      ['the log', Buffer.from(collector.log())],
      ['the answers', Buffer.from(answers.join('\n'))],
    ];
    const hashes = people.flatMap(hashesOf);
    const found = () =>
      places().flatMap(([place, bytes]) => [
        ...(bytes.toString('latin1').match(MARK) ?? []).map((words) => `${place}: ${words}`),
        ...hashes.filter((hash) => bytes.includes(hash)).map((hash) => `${place}: ${hash.toString('hex')}`),
      ]);
    expect(readdirSync(folder)).toContain('events.db-wal');
    expect(found(), 'while the collector runs').toEqual([]);
    expect(await collector.terminate()).toBe(0);
    expect(found(), 'after its end').toEqual([]);
  }, 120_000);
});
