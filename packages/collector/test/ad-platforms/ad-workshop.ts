import { Writable } from 'node:stream';
import { AD_PLATFORMS, type AdPlatform } from '@cvq/contract';
import { formatEventId } from '@cvq/contract/event-id';
import {
  type AdAttempt,
  type AdDelivery,
  type EventRecord,
  type Integration,
  NO_FACTS,
  openAdDeliveryStore,
  openControlStore,
  openIngestLedger,
} from '@cvq/storage';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { anEvent, conversion } from '../../../../test/builders/event-records.ts';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { createProject } from '../../src/accounts/projects.ts';
import type {
  AdPlatformAdapter,
  Built,
  Credentials,
  PlatformAnswer,
} from '../../src/ad-platforms/adapter.ts';
import { adDestinations } from '../../src/ad-platforms/forwarding/ad-destinations.ts';
import { cacheIntegrations, forwardingOf } from '../../src/ad-platforms/forwarding/cache-integrations.ts';
import { Connections } from '../../src/ad-platforms/forwarding/connections.ts';
import { hashUserData } from '../../src/ad-platforms/hashing/hash-user-data.ts';
import { Deliverer } from '../../src/deliveries/deliverer.ts';
import { openAdFigures } from '../../src/metrics/ad-figures.ts';
import { createKeyedHash } from '../../src/secrets/keyed-hash.ts';
import { createCredentialSealer, createUserDataSealer } from '../../src/secrets/sealer.ts';
import { START } from '../collector.ts';
import { anIntegration } from './builders.ts';

export const HOLD = 120_000;
const SECRET = { sealing: 'a secret of the tests', alsoOpening: null };

type Answer = Partial<PlatformAnswer> & Pick<PlatformAnswer, 'class'>;
/** What a platform says to a request that sends, or to a question about one that it accepted. */
type Script = (asked: { readonly step: 'send' | 'verify'; readonly built: Built | null }) => Answer;

type WorkshopOptions = {
  readonly folder?: string;
  readonly chance?: () => number;
  /** Where the clock begins, in epoch milliseconds. */
  readonly startsAt?: number;
  /** The adapters of the product in place of those that say what a script tells them. */
  readonly adapters?: Readonly<Record<AdPlatform, AdPlatformAdapter>>;
};

/** The parts that deliver conversions to ad platforms, on real stores, with a clock that the test moves. */
export async function openAdWorkshop({
  folder = folderWithStores(),
  chance = () => 0.5,
  startsAt = START,
  ...given
}: WorkshopOptions = {}) {
  const location = { folder, migrate: true };
  const clock = { now: startsAt };
  const now = () => clock.now;
  const control = openControlStore(location);
  const ledger = openIngestLedger(location);
  const queue = openAdDeliveryStore(location, { synced: false });
  const platform = scriptedPlatform();
  const { log, lines } = listenedLog();
  const figures = openAdFigures();
  const adapters = given.adapters ?? platform.adapters;
  const credentialSealer = createCredentialSealer(SECRET);
  const userDataSealer = createUserDataSealer(SECRET);
  const openDeliverer = () =>
    new Deliverer({
      ...{ queue, log, now },
      destinations: adDestinations({
        ...{ deliveries: queue, adapters, control, log, now, chance, figures },
        integrations: cacheIntegrations(control),
        connections: new Connections({ adapters, control, sealer: credentialSealer }),
        sealer: userDataSealer,
        keyedHash: createKeyedHash(SECRET.sealing, 'order ids'),
      }),
    });
  const { project } = await createProject(asOperator(control, now), {
    ...{ domain: 'shop.example', name: 'Shop', timezone: 'UTC', currency: 'EUR', hosts: null },
  });
  onTestFinished(async () => {
    await queue.close();
    await ledger.close();
    await control.close();
  });

  let sales = 0;
  const deliverer = openDeliverer();
  return {
    ...{ clock, control, ledger, queue, deliverer, openDeliverer, figures, lines, log, folder, now },
    ...{ sent: platform.sent, script: platform.script, project: project.id, secret: SECRET },

    /** Connects a platform; its integration. */
    async connect(
      of: AdPlatform,
      change: Partial<Integration> = {},
      credentials: Credentials = { access_token: `EAAB-secret-token-of-${of}` },
    ): Promise<Integration> {
      const integration = anIntegration({
        ...{ id: `int_${of}`, project: project.id, platform: of, createdAt: clock.now },
        credentials: credentialSealer.seal(JSON.stringify(credentials)),
        ...change,
      });
      await control.createIntegration(integration);
      return integration;
    },

    /** Stores a sale with a click of each platform, as the write path does. */
    async sell(sale: Partial<EventRecord> = {}): Promise<EventRecord> {
      sales += 1;
      const record = anEvent({
        ...{ project: project.id, id: { ms: clock.now, suffix: `s${sales}` }, at: clock.now },
        ...{ receivedAt: clock.now, type: 'purchase', sessionId: `session_${sales}` },
        conversion: conversion(12_990, 'EUR', `A-${sales}`),
        clickIds: { gclid: `Cj0K${sales}`, msclkid: `dd4a${sales}`, fbclid: `IwAR${sales}` },
        facts: { ...NO_FACTS, consent: { ad_storage: 'granted', ad_user_data: 'granted' } },
        sealedUserData: userDataSealer.seal(JSON.stringify(hashUserData(ADA))),
        ...sale,
      });
      await ledger.append([record], { forwarding: forwardingOf(await control.listIntegrations(), HOLD) });
      return record;
    },

    /** Moves the clock to where something is due, and lets all of that be delivered. */
    async deliverAt(at: number): Promise<void> {
      clock.now = at;
      await deliverer.deliverDue();
    },

    async delivery({ id }: Pick<EventRecord, 'id'>, integration?: string): Promise<AdDelivery> {
      const found = (await queue.deliveriesOf(project.id, [id])).get(id) ?? [];
      const delivery =
        integration === undefined ? found[0] : found.find((each) => each.integration === integration);
      if (delivery === undefined) throw new Error(`Nothing is owed of ${formatEventId(id)}`);
      return delivery;
    },

    attempts: ({ id }: Pick<EventRecord, 'id'>): Promise<readonly AdAttempt[]> =>
      queue.attemptsOf(project.id, id),
  };
}

export type AdWorkshop = Awaited<ReturnType<typeof openAdWorkshop>>;

/** Whom no file of cvq may name. */
export const ADA = {
  email: 'ada.lovelace@example.com',
  phone: '+442079460018',
  first_name: 'Ada',
  last_name: 'Lovelace',
};

/** Adapters that note what they are given and answer as they are told: that it was taken, unless they are told otherwise. */
function scriptedPlatform() {
  const sent: { platform: AdPlatform; step: 'send' | 'verify'; built: Built | null; key: string }[] = [];
  const script: { answer: Script } = { answer: () => ({ class: 'delivered', httpStatus: 200 }) };
  const whole = (answer: Answer): PlatformAnswer => ({
    ...{ isOutcomeKnown: true, httpStatus: 200, code: null, message: null, field: null, leaveOut: null },
    ...{ retryAfterMs: null, reference: null, requestId: null, response: null },
    ...answer,
  });

  const adapterOf = (platform: AdPlatform): AdPlatformAdapter => ({
    platform,
    problemOf: () => null,
    connect: ({ account, loginAccount }, credentials) => ({
      ...{ account, loginAccount, accessToken: async () => String(credentials.access_token) },
      credential: (name) => credentials[name],
    }),
    build(
      { eventId, orderId, click, hashes, pageUrl, ...when },
      { action },
      { key, leftOut = [], secondsLater = 0 } = {},
    ) {
      const at = when.at + secondsLater * 1000;
      const kept = Object.fromEntries(Object.entries(hashes).filter(([field]) => !leftOut.includes(field)));
      return {
        body: { eventId, orderId, at, click: click?.value ?? null, hashes: kept, pageUrl, action },
        key:
          key ??
          (platform === 'microsoft_ads' && click !== null ? `${click.value}@${at}` : (orderId ?? eventId)),
        sharedKey: platform === 'meta_ads' || click === null ? null : `${click.value}@${at}`,
        toldAt: at,
        identifiers: [...Object.keys(kept), ...(click === null ? [] : [click.name])],
        hashedFields: [],
      };
    },
    async send(built) {
      sent.push({ platform, step: 'send', built, key: built.key });
      return whole(script.answer({ step: 'send', built }));
    },
    ...(TWO_PHASED.has(platform) && {
      async verify(reference) {
        sent.push({ platform, step: 'verify', built: null, key: reference });
        return whole(script.answer({ step: 'verify', built: null }));
      },
    }),
    test: async () => ({ ok: true, checks: [] }),
  });
  const adapters = Object.fromEntries(AD_PLATFORMS.map((platform) => [platform, adapterOf(platform)]));
  return { sent, script, adapters: adapters as Record<AdPlatform, AdPlatformAdapter> };
}

const TWO_PHASED: ReadonlySet<AdPlatform> = new Set(['google_ads']);

/** A log whose lines a test can read. */
function listenedLog() {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, log: pino(stream) };
}
