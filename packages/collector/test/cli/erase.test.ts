import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { openControlStore } from '@cvq/storage';
import { afterAll, expect, it, vi } from 'vitest';
import { namesOfFiles } from '../../../../test/builders/names-of-files.ts';
import { createClient } from '../client.ts';
import { temporaryFolder } from '../collector.ts';
import { cvq, serve, start } from '../program.ts';
import { toldBy } from '../told-by.ts';
import { startReceiver } from '../webhooks/receiver.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = temporaryFolder();
const settings = { CVQ_DATA: folder, CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' };

const run = <Printed>(...args: readonly string[]) => toldBy<Printed>(args, settings);

async function fail(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cvq(['erase', ...args], settings);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stripVTControlCharacters(stderr).replace('cvq: ', '').trim();
}

const receiver = await startReceiver();
const shop = await run<{ id: string; server_key: string }>('project', 'create', '--domain', 'shop.example');
await run('webhook', 'create', '--project', shop.id, '--url', receiver.url, '--events', 'purchase');
const collector = await serve(settings);
const client = createClient(collector.port);
afterAll(() => client.close());

const USER = 'customer-canary-4711';
const EMAIL = 'Ada.Canary@example.com';

async function track(path: string, json: object): Promise<void> {
  const call = { method: 'POST', path, bearer: shop.server_key } as const;
  expect((await client.send({ ...call, json })).status).toBe(200);
}
const purchase = (order_id: string, who: object) =>
  track('/v1/track', { event_type: 'purchase', properties: { order_id, value: 9, currency: 'EUR' }, ...who });

/** The files of the collector that have a text in them, and what it has logged. */
const traces = (text: string) => [
  ...namesOfFiles(folder).filter((name) => readFileSync(join(folder, name)).includes(text)),
  ...[collector.stdout(), collector.stderr()].filter((log) => log.includes(text)),
];

it('cvq erase shows what would go, asks, and leaves no trace beside a running collector', async () => {
  await purchase('A-1', {
    user_id: USER,
    user_data: { email: EMAIL },
    properties: { order_id: 'A-1', value: 9, currency: 'EUR', note: USER },
  });
  await purchase('A-2', { user_id: `${USER}2`, user_data: { email: 'ada@example.com' } });
  await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(2);
  const counts = {
    ...{ users: 1, visitors: 1, events: 1, conversions: 1, sessions: 0, values: 1 },
    ...{ texts: 0, user_data: 1, deliveries: 1, ad_deliveries: 0, ad_deliveries_taken: 0 },
    ad_deliveries_maybe_taken: 0,
  };
  const who = ['--project', shop.id, '--email', EMAIL.toUpperCase()];
  expect(await run('erase', ...who, '--preview')).toEqual({
    project: shop.id,
    by: 'email',
    would_go: counts,
    unreadable_user_data: 0,
  });
  expect(await fail(...who)).toBe(
    'An erasure cannot be undone. Nothing was changed. See what would go with --preview, then repeat the command with --yes.',
  );
  expect(traces(USER)).not.toEqual([]);

  const receipt = await run<{ id: string }>('erase', ...who, '--yes');
  expect(receipt).toMatchObject({
    ...{ project: shop.id, by: 'email', erased: counts, log_cleared: true, attempts: 1 },
    ...{ requested_at: expect.any(String), finished_at: expect.any(String) },
  });
  const exported = await cvq(['events', 'export', '--project', shop.id], settings);
  const others = new RegExp(`${USER}2`, 'g');
  expect(exported.stdout.match(others)).toHaveLength(2);
  expect(exported.stdout.replaceAll(others, '')).not.toContain(USER);
  expect(exported.stdout).toContain('"note":"(erased)"');
  expect(await run('erase', ...who, '--preview')).toMatchObject({ would_go: null });
  expect(await fail(...who, '--yes')).toBe(
    `--email: ${shop.id} knows nobody of that id. Nothing was changed.`,
  );
  await run('erase', '--project', shop.id, '--user-id', `${USER}2`, '--yes');
  for (const trace of [USER, EMAIL, 'ada@example.com']) expect([trace, traces(trace)]).toEqual([trace, []]);
});

it('cvq erase says where it cannot look for an address, since the secret is lost', async () => {
  const lost = temporaryFolder();
  const at = { CVQ_DATA: lost };
  const made = await cvq(['project', 'create', '--domain', 'shop.example', '--json'], at);
  const { id, server_key: bearer } = JSON.parse(made.stdout) as typeof shop;
  const sealing = await serve(at);
  const sender = createClient(sealing.port);
  const json = { event_type: 'lead', user_id: 'customer-1', user_data: { email: EMAIL } };
  expect((await sender.send({ method: 'POST', path: '/v1/track', bearer, json })).status).toBe(200);
  sender.close();
  sealing.kill('SIGTERM');
  await sealing.exited;
  const who = ['erase', '--project', id, '--email', EMAIL];
  expect((await cvq([...who, '--preview'], at)).stdout).toContain('This would go:');
  rmSync(join(lost, 'secret'));
  expect((await cvq(['secret', 'accept'], at)).stdout).toContain('cvq erase --email does not find');
  const hint =
    'The user data of 1 event cannot be read, since its secret is lost: whoever is only there is found by --user-id or --visitor.';
  expect((await cvq([...who, '--preview'], at)).stdout).toBe(`${id} knows nobody of that id. ${hint}\n`);
  expect((await cvq([...who, '--yes'], at)).stderr).toBe(
    `cvq: --email: ${id} knows nobody of that id. ${hint} Nothing was changed.\n`,
  );
  // Found by a user id that is the address, so that there is something to erase beside.
  const beside = await serve(at);
  const next = createClient(beside.port);
  const known = { event_type: 'lead', user_id: EMAIL };
  expect((await next.send({ method: 'POST', path: '/v1/track', bearer, json: known })).status).toBe(200);
  next.close();
  beside.kill('SIGTERM');
  await beside.exited;
  expect((await cvq([...who, '--preview'], at)).stdout).toContain(hint);
  const erased = await cvq([...who, '--yes'], at);
  expect(erased.stdout).toContain('Erased a person of');
  expect(erased.stdout).toContain(hint);
  const byUser = ['erase', '--project', id, '--user-id', 'customer-1', '--preview'];
  expect((await cvq(byUser, at)).stdout).toContain('This would go:');
});

it('cvq erase that is killed is finished by the collector beside it', { tags: ['long'] }, async () => {
  for (let part = 0; part < 20; part += 1) {
    const events = Array.from({ length: 100 }, (_, index) => ({
      ...{ event_type: 'pageview', user_id: 'u-killed-canary', session_id: `killed.s${index % 9}` },
      context: { page_url: `https://shop.example/u-killed-canary/${part}/${index}` },
    }));
    await track('/v1/track/batch', { events });
  }
  const erasing = start(['erase', '--project', shop.id, '--user-id', 'u-killed-canary', '--yes'], settings);
  const control = openControlStore({ folder, migrate: false });
  await expect.poll(() => control.nextErasureAt(Date.now()), { interval: 5, timeout: 60_000 }).not.toBeNull();
  erasing.kill('SIGKILL');
  await erasing.exited;
  await control.close();
  const left = () => traces('u-killed-canary');
  await expect.poll(left, { timeout: 90_000, interval: 500 }).toEqual([]);
});

it('cvq erase names what is wrong, and what to do', async () => {
  const project = ['--project', shop.id];
  expect(await fail(...project)).toBe('Nobody is named. Use one of --user-id, --email and --visitor.');
  expect(await fail(...project, '--email', 'Ada', '--yes')).toBe(
    '--email: Invalid e-mail address: Ada. Use an address such as ann@example.com.',
  );
  expect(await fail(...project, '--visitor', '', '--yes')).toMatch(
    /^--visitor: Invalid id\. An id has 1 to /,
  );
  expect(await fail('--project', 'proj_none', '--user-id', 'x')).toBe(
    '--project: Unknown project: proj_none. See cvq project list.',
  );
  expect(await fail(...project, '--user-id', 'x', '--visitor', 'y')).toContain(
    'Cannot be used with --visitor',
  );
});
