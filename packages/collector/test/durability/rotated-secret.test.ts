import { existsSync, linkSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { verifyWebhook } from '@cvq/node';
import { openControlStore, openIngestLedger, openSealedValues } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { anEvent, NOON } from '../../../../test/builders/event-records.ts';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { inTurn, WHOLE } from '../../../../test/builders/whole.ts';
import { resealAll } from '../../src/secrets/reseal-all.ts';
import { createCredentialSealer, createUserDataSealer } from '../../src/secrets/sealer.ts';
import { cvq, cvqProcess, start } from '../program.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { boundMs, repetitions, SEED, tell } from './long-run.ts';
import { createProject, type Program, serve, settingsFor, temporaryFolder, until } from './program.ts';
import { serveHere } from './serve-here.ts';
import { mountSmallDisk, whyNoSmallDisk } from './small-disk.ts';

const OLD = 'the old secret of these tests';
const NEW = 'the new secret of these tests';
const SECRETS = { CVQ_SECRET: NEW, CVQ_SECRET_PREVIOUS: OLD };
const KILLS = repetitions('ROTATION_KILLS', WHOLE ? 3 : 1);
const EVENTS = KILLS * 1_000;

type Settings = Readonly<Record<string, string>>;

/** A store with a webhook, an integration and user data, all sealed with the secret that the settings give. */
async function sealedStore(settings: Settings, events = 5) {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  const run = (args: readonly string[], more: Settings = {}) =>
    cvq(args, { ...settingsFor(folder), ...settings, ...more });
  const address = ['--url', 'https://hooks.example/cvq', '--events', 'purchase'];
  expect((await run(['webhook', 'create', '--project', project.id, ...address])).code).toBe(0);
  const sealing = settings.CVQ_SECRET ?? readFileSync(join(folder, 'secret'), 'utf8');
  const secret = { sealing, alsoOpening: null };
  const control = openControlStore({ folder, migrate: false });
  await control.createIntegration({
    ...{
      id: 'int_1',
      project: project.id,
      platform: 'meta_ads',
      state: 'active',
      account: '1',
      loginAccount: null,
      spendAccount: null,
    },
    ...{ actions: {}, send: 'matchable', credentials: createCredentialSealer(secret).seal('{}') },
    ...{ credentialsVersion: 1, sendsFrom: NOON, problem: null, createdAt: NOON },
  });
  await control.close();
  const ledger = openIngestLedger({ folder, migrate: true });
  const sealer = createUserDataSealer(secret);
  const records = Array.from({ length: events }, (_, index) =>
    anEvent({
      ...{ project: project.id, id: { ms: Date.now() + index, suffix: 'a' }, receivedAt: Date.now() },
      sealedUserData: sealer.seal(`${index}`),
    }),
  );
  await ledger.append(records);
  await ledger.close();
  return { folder, project, run };
}

/** How many values of each kind a secret alone opens, and how many it does not. */
async function openedBy(folder: string, secret: string) {
  const values = openSealedValues({ folder, migrate: false });
  const found = await resealAll({ sealing: secret, alsoOpening: null }, values);
  await values.close();
  return Object.fromEntries(
    Object.entries(found).map(([kind, { current, unreadable }]) => [kind, [current, unreadable]]),
  );
}

async function trackLead(program: Pick<Program, 'port'>, serverKey: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${program.port}/v1/track`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serverKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ event_type: 'lead', user_data: { email: 'ada@example.com' } }),
  });
  expect(answer.status).toBe(200);
}

describe('cvq secret rotate', () => {
  it('makes a new secret in the data folder, seals everything with it, and forgets the old one', async () => {
    const { folder, run } = await sealedStore({});
    const file = join(folder, 'secret');
    const old = readFileSync(file, 'utf8');
    const { code, stdout, stderr } = await run(['secret', 'rotate', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const counted = (resealed: number) => ({ resealed, current: 0, unreadable: 0 });
    expect(JSON.parse(stdout)).toEqual({
      ...{
        webhook_secrets: counted(1),
        credentials: counted(1),
        erasures: counted(0),
        user_data: counted(5),
      },
    });
    const present = readFileSync(file, 'utf8');
    expect(present).not.toBe(old);
    expect(existsSync(`${file}.previous`)).toBe(false);
    expect(await openedBy(folder, present)).toEqual({
      ...{ webhookSecrets: [1, 0], credentials: [1, 0], erasures: [0, 0], userData: [5, 0] },
    });
    writeFileSync(file, old);
    expect((await run(['webhook', 'list'])).stderr).toContain(
      'is not the one that the stores were sealed with',
    );
  });

  const MOMENTS: readonly (readonly [string, (file: string) => void])[] = [
    ['the old one was put aside', (file) => linkSync(file, `${file}.previous`)],
    [
      'the new one was made',
      (file) => {
        linkSync(file, `${file}.previous`);
        // As the rename of a draft does: the other name keeps what it has.
        const draft = `${file}.1`;
        writeFileSync(draft, NEW);
        renameSync(draft, file);
      },
    ],
  ];
  it.each(inTurn(MOMENTS, 1, MOMENTS.length))(
    'goes on where it was interrupted after %s',
    async (_moment, interrupt) => {
      const { folder, run } = await sealedStore({});
      const file = join(folder, 'secret');
      const old = readFileSync(file, 'utf8');
      interrupt(file);
      const listed = await run(['webhook', 'list']);
      expect(listed, 'every other command works meanwhile').toMatchObject({ code: 0, stderr: '' });
      expect(await run(['secret', 'rotate'])).toMatchObject({ code: 0, stderr: '' });
      const present = readFileSync(file, 'utf8');
      expect(present).not.toBe(old);
      expect(await openedBy(folder, present)).toMatchObject({ userData: [5, 0], webhookSecrets: [1, 0] });
      expect((await run(['check'])).stdout).not.toContain('secret.previous');
    },
  );

  it('leaves one new secret where several are started at once', async () => {
    const { folder, run } = await sealedStore({}, 500);
    const rotate = () => cvqProcess(['secret', 'rotate'], settingsFor(folder));
    // One that meets another may be told to come again.
    await Promise.all([rotate(), rotate(), rotate()]);
    expect(await run(['secret', 'rotate'])).toMatchObject({ code: 0, stderr: '' });
    const present = readFileSync(join(folder, 'secret'), 'utf8');
    expect(await openedBy(folder, present)).toMatchObject({ userData: [500, 0], webhookSecrets: [1, 0] });
    expect(existsSync(join(folder, 'secret.previous'))).toBe(false);
  });

  it('waits for a collector that runs to be restarted, and changes nothing before', async () => {
    const { folder, project, run } = await sealedStore({});
    const old = readFileSync(join(folder, 'secret'), 'utf8');
    const ignorant = await serveHere(folder);
    const refused = await run(['secret', 'rotate']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Restart it, and repeat') });
    await trackLead(ignorant, project.server_key);
    await ignorant.terminate();
    expect(await openedBy(folder, old)).toMatchObject({ webhookSecrets: [1, 0], userData: [6, 0] });
    const informed = await serveHere(folder);
    expect(await run(['secret', 'rotate'])).toMatchObject({ code: 0 });
    await informed.terminate();
    const present = readFileSync(join(folder, 'secret'), 'utf8');
    expect(await openedBy(folder, present)).toMatchObject({ webhookSecrets: [1, 0], userData: [6, 0] });
  });

  it('with the secret in a setting needs the old one in another, and no collector that does not know the new one', async () => {
    const { folder, project, run } = await sealedStore({ CVQ_SECRET: OLD });
    expect(await run(['secret', 'rotate'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^cvq: CVQ_SECRET_PREVIOUS: Not set\. Set CVQ_SECRET to a new secret/),
    });
    const ignorant = await serveHere(folder, { env: { CVQ_SECRET: OLD } });
    const refused = await run(['secret', 'rotate'], SECRETS);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not know the new secret'),
    });
    const address = ['--url', 'https://hooks.example/', '--events', '*'];
    const made = await run(['webhook', 'create', '--project', project.id, ...address], SECRETS);
    expect(made.code, 'what is made meanwhile can be read by the collector that runs').toBe(0);
    expect(await openedBy(folder, OLD)).toMatchObject({ webhookSecrets: [2, 0], userData: [5, 0] });
    await ignorant.terminate();

    const informed = await serveHere(folder, { env: SECRETS });
    await trackLead(informed, project.server_key);
    expect(await run(['secret', 'rotate'], SECRETS)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Unset CVQ_SECRET_PREVIOUS'),
    });
    await trackLead(informed, project.server_key);
    await informed.terminate();
    expect(await openedBy(folder, NEW)).toEqual({
      ...{ webhookSecrets: [2, 0], credentials: [1, 0], erasures: [0, 0], userData: [7, 0] },
    });
    expect((await run(['webhook', 'list'], { CVQ_SECRET: NEW })).code).toBe(0);
  });

  it('lets a collector that runs sign webhooks as before', async () => {
    const folder = temporaryFolder();
    const env = { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' };
    const project = await createProject(folder);
    const receiver = await startReceiver();
    const address = ['--url', receiver.url, '--events', 'lead', '--json'];
    const made = await cvq(['webhook', 'create', '--project', project.id, ...address], {
      ...{ ...settingsFor(folder), ...env, CVQ_SECRET: OLD },
    });
    const { secret } = JSON.parse(made.stdout) as { secret: string };
    const collector = await serveHere(folder, { env: { ...env, ...SECRETS } });
    for (const count of [1, 2]) {
      await trackLead(collector, project.server_key);
      await until('the webhook was delivered', () => receiver.requests.length === count);
      const { body, headers } = receiver.requests.at(-1) as (typeof receiver.requests)[number];
      expect(verifyWebhook({ body, headers, secret })).toMatchObject({ type: 'lead' });
      expect((await cvq(['secret', 'rotate'], { ...settingsFor(folder), ...SECRETS })).code).toBe(0);
    }
    await collector.terminate();
    expect(await openedBy(folder, NEW)).toMatchObject({ webhookSecrets: [1, 0], userData: [2, 0] });
  });

  it('says so where nothing is sealed', async () => {
    const folder = temporaryFolder();
    await createProject(folder);
    expect(await cvq(['secret', 'rotate'], settingsFor(folder))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'cvq: Nothing is sealed yet, so there is no secret to replace.\n',
    });
  });

  it(
    'loses nothing when it is killed at any moment beside a collector that stores events',
    async () => {
      const random = seededRandom(SEED);
      const { folder, project } = await sealedStore({ CVQ_SECRET: OLD }, EVENTS);
      const collector = await serve(folder, { env: SECRETS });
      let leads = 0;
      const rotate = () => start(['secret', 'rotate', '--json'], { ...settingsFor(folder), ...SECRETS });
      for (let kill = 0; kill < KILLS; kill += 1) {
        const program = rotate();
        await Promise.race([setTimeout(random.whole(100, 900)), program.exited]);
        program.kill('SIGKILL');
        await program.exited;
        await trackLead(collector, project.server_key);
        leads += 1;
      }
      const last = rotate();
      expect((await last.exited).code).toBe(0);
      const leftToTheLast = JSON.parse(last.stdout()).user_data.resealed;
      await trackLead(collector, project.server_key);
      await collector.terminate();
      tell('secret rotation', { kills: KILLS, events: EVENTS, leftToTheLast });
      expect(await openedBy(folder, NEW)).toEqual({
        ...{
          webhookSecrets: [1, 0],
          credentials: [1, 0],
          erasures: [0, 0],
          userData: [EVENTS + leads + 1, 0],
        },
      });
      expect((await cvq(['check'], { ...settingsFor(folder), CVQ_SECRET: NEW })).code).toBe(0);
    },
    boundMs(KILLS, 5_000),
  );
});

it.skipIf(whyNoSmallDisk() !== null)(
  'a rotation on a full disk names the file, and leaves nothing of it',
  async () => {
    const { folder, fill, empty } = mountSmallDisk();
    const run = (...args: string[]) => cvq(args, settingsFor(folder));
    const { id } = await createProject(folder);
    const address = ['--url', 'https://hooks.example/cvq', '--events', 'purchase'];
    expect((await run('webhook', 'create', '--project', id, ...address)).code).toBe(0);
    // What a connection keeps beside a store has its room before the disk is full.
    const control = openControlStore({ folder, migrate: false });
    fill();
    const { code, stderr } = await run('secret', 'rotate');
    await control.close();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^cvq: \S+\/secret\.\d+ cannot be written: the disk is full\. CVQ_DATA names the folder/,
      ),
    });
    expect(readdirSync(folder).filter((name) => /^secret\.\d+$/.test(name))).toEqual([]);
    empty();
    expect((await run('secret', 'rotate')).code).toBe(0);
  },
);
