import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyWebhook } from '@cvq/node';
import { expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { cvq } from '../program.ts';
import { toldBy } from '../told-by.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { createProject, serve, temporaryFolder, until } from './program.ts';

const env = { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' };
const receiver = await startReceiver();

/** A store with two webhook endpoints, and a way to run commands on it. */
async function storeWithWebhooks() {
  const folder = temporaryFolder();
  const { id: project, server_key: serverKey } = await createProject(folder);
  const run = <Printed>(...args: readonly string[]) => toldBy<Printed>(args, { CVQ_DATA: folder, ...env });
  const create = () =>
    run<{ id: string }>(
      ...['webhook', 'create', '--project', project, '--url', receiver.url, '--events', 'lead'],
    );
  const endpoints = [(await create()).id, (await create()).id];
  return { folder, serverKey, run, endpoints, file: join(folder, 'secret') };
}

type Store = Awaited<ReturnType<typeof storeWithWebhooks>>;

/** A collector on the store stores leads; resolves with its log when their deliveries have been tried. */
async function sendLeads({ folder, serverKey, run, endpoints }: Store, count: number): Promise<string> {
  const collector = await serve(folder, { env });
  const client = createClient(collector.port);
  const headers = { Authorization: `Bearer ${serverKey}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ event_type: 'lead', properties: { value: 3 } });
  for (let sent = 0; sent < count; sent += 1) {
    expect((await client.send({ method: 'POST', path: '/v1/track', headers, body })).status).toBe(200);
  }
  await until('each delivery was tried', async () => {
    const found = await run<{ attempts: number }[]>('webhook', 'deliveries');
    return found.length >= count * endpoints.length && found.every(({ attempts }) => attempts > 0);
  });
  expect(await collector.terminate()).toBe(0);
  return collector.log();
}

const isSignedWith = (secret: string) => (received: { body: Buffer; headers: Record<string, unknown> }) => {
  try {
    return verifyWebhook({ body: received.body, headers: received.headers as never, secret }) !== null;
  } catch {
    return false;
  }
};

it('after a lost secret was accepted, an endpoint with a new secret is sent signed deliveries again', async () => {
  const store = await storeWithWebhooks();
  const [mended = '', broken = ''] = store.endpoints;
  renameSync(store.file, `${store.file}.away`);
  expect(await store.run('secret', 'accept')).toEqual({
    ...{ accepted: true, webhooks: [mended, broken], integrations: [] },
  });
  const before = new Date().toISOString();
  const rotation = await store.run<{ secret: string; former_ends_at: string }>(
    ...['webhook', 'rotate-secret', mended],
  );
  expect(rotation.former_ends_at >= before && rotation.former_ends_at <= new Date().toISOString()).toBe(true);
  expect(await store.run('secret', 'accept'), 'what is left to do is said again').toEqual({
    accepted: false,
    webhooks: [broken],
    integrations: [],
  });

  const log = await sendLeads(store, 3);
  expect(receiver.requests.filter(isSignedWith(rotation.secret))).toHaveLength(3);
  expect(receiver.requests, 'what cannot be signed is not sent').toHaveLength(3);
  const told = log.split('\n').filter((line) => line.includes('no secret of it can be opened'));
  expect(told, 'once, though each attempt fails for the same cause').toHaveLength(1);
  expect(JSON.parse(told[0] as string)).toMatchObject({ endpoint: broken, cause: expect.any(String) });
  expect(log).not.toContain('stack');

  const again = await store.run<{ secret: string }>('webhook', 'rotate-secret', mended, '--overlap', '0');
  expect(again.secret, 'nothing of the lost secret stands in the way').not.toBe(rotation.secret);
});

it('a secret that is not lost is not replaced, and the command says so', async () => {
  const { folder, file } = await storeWithWebhooks();
  expect(await cvq(['secret', 'accept'], { CVQ_DATA: folder })).toEqual({
    code: 0,
    stdout: 'The secret is not lost, so nothing was changed.\n',
    stderr: '',
  });
  writeFileSync(file, 'another secret of some length');
  const { stdout } = await cvq(['secret', 'accept'], { CVQ_DATA: folder });
  expect(stdout).toContain('restart it');
});
