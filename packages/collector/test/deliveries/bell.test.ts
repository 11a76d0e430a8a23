import { openControlStore, openDeliveryStore } from '@cvq/storage';
import { expect, it, onTestFinished } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { createProject } from '../../src/accounts/projects.ts';
import { openBell } from '../../src/deliveries/bell.ts';
import { createLog } from '../../src/log.ts';
import { START, temporaryFolder } from '../collector.ts';

/** The writer is a thread of built files. */
const BUILT = new URL('../../dist/track/intake.js', import.meta.url).href;
const { Intake } = (await import(BUILT)) as typeof import('../../src/track/intake.ts');

async function openWriter() {
  const location = { folder: temporaryFolder(), migrate: true };
  const control = openControlStore(location);
  const { project } = await createProject(
    asOperator(control, () => START),
    { domain: 'shop.example', name: 'Shop', timezone: 'UTC', currency: 'EUR', hosts: null },
  );
  const bell = openBell();
  const intake = new Intake(
    {
      ...{ location, cityFile: null, holdMs: 0, projectBytes: 0, sharesGroups: false },
      secret: { sealing: 'a secret of the tests', alsoOpening: null },
      bell: bell.buffer,
    },
    createLog('silent'),
  );
  onTestFinished(async () => {
    await intake.close();
    await control.close();
  });
  await intake.started;
  const track = () =>
    intake.submit({
      ...{ kind: 'event', project: project.id, receivedAt: START, address: null, userAgent: null },
      ...{ language: null, hints: undefined, idempotencyKey: null },
      body: Buffer.from(JSON.stringify({ event_type: 'purchase', user_id: 'u1', properties: { value: 1 } })),
    });
  const addEndpoint = () =>
    control.createWebhook({
      ...{ id: 'whe_1', project: project.id, url: 'https://hooks.example.com/', events: ['*'] },
      ...{ enabled: true, createdAt: START, secrets: [] },
    });
  return { location, bell, track, addEndpoint };
}

it('the writer rings after a commit that has added a delivery, when the sender can find it', async () => {
  const { location, bell, track, addEndpoint } = await openWriter();
  await addEndpoint();
  const heard = bell.heard();
  const answered = track();
  await heard;
  const queue = openDeliveryStore({ ...location, migrate: false });
  onTestFinished(() => queue.close());
  expect(await queue.outstanding(Number.MAX_SAFE_INTEGER, 10)).toMatchObject([
    { destination: 'whe_1', due: 1 },
  ]);
  expect((await answered).status).toBe(200);
});

it('the writer does not ring after a commit that no endpoint wants', async () => {
  const { bell, track } = await openWriter();
  const before = new Int32Array(bell.buffer)[0];
  expect((await track()).status).toBe(200);
  expect(new Int32Array(bell.buffer)[0]).toBe(before);
});
