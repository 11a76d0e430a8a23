import { openControlStore, openDeliveryStore } from '@cvq/storage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { createProject } from '../../src/accounts/projects.ts';
import { type Bell, openBell } from '../../src/deliveries/bell.ts';
import { createLog } from '../../src/log.ts';
import { anIntegration } from '../ad-platforms/builders.ts';
import { START, temporaryFolder } from '../collector.ts';

/** The writer is a thread of built files. */
const BUILT = new URL('../../dist/track/intake.js', import.meta.url).href;
const { Intake } = (await import(BUILT)) as typeof import('../../src/track/intake.ts');

async function openWriter({ holdMs = 0 } = {}) {
  const location = { folder: temporaryFolder(), migrate: true };
  const control = openControlStore(location);
  const { project } = await createProject(
    asOperator(control, () => START),
    { domain: 'shop.example', name: 'Shop', timezone: 'UTC', currency: 'EUR', hosts: null },
  );
  const bell = openBell();
  const intake = new Intake(
    {
      ...{ location, cityFile: null, holdMs, projectBytes: 0, sharesGroups: false },
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
  const connect = () => control.createIntegration(anIntegration({ project: project.id, sendsFrom: START }));
  return { location, bell, track, addEndpoint, connect };
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
  expect((await track()).status).toBe(200);
  expect(await isRung(bell)).toBe(false);
});

it('the writer rings once for all sales that wait out the same hold, with the time that the first is due', async () => {
  const { bell, track, connect } = await openWriter({ holdMs: 120_000 });
  await connect();
  const heard = bell.heard();
  await track();
  await heard;
  expect(bell.takeDue(START)).toBe(START + 120_000);
  await track();
  expect(await isRung(bell)).toBe(false);
  expect(bell.takeDue(START + 120_000)).toBeNull();
  const heardAgain = bell.heard();
  await track();
  await heardAgain;
});

describe('a bell', () => {
  it('rings for what is due earlier than all it was rung for, and for nothing later', async () => {
    const bell = openBell();
    bell.ring(START + 2);
    await bell.heard();
    bell.ring(START + 2);
    bell.ring(START + 3);
    expect(await isRung(bell)).toBe(false);
    bell.ring(START + 1);
    expect(await isRung(bell)).toBe(true);
    expect(bell.takeDue(START)).toBe(START + 1);
  });

  it('rings at once where no time is told, also while a later one is known', async () => {
    const bell = openBell();
    bell.ring(START + 2);
    await bell.heard();
    bell.ring();
    expect(await isRung(bell)).toBe(true);
    expect(bell.takeDue(START)).toBeNull();
  });

  it('is heard by the other thread through the same memory', async () => {
    const bell = openBell();
    openBell(bell.buffer).ring(START);
    expect(await isRung(bell)).toBe(true);
  });
});

/** Whether it was rung since it was heard last: what was rung before is heard before the next turn of the loop. */
async function isRung(bell: Bell): Promise<boolean> {
  const silence = new Promise<false>((resolve) => setImmediate(() => setImmediate(() => resolve(false))));
  return Promise.race([bell.heard().then(() => true), silence]);
}
