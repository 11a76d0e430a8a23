import type { UserData } from '@cvq/contract';
import type { Client, ControlStore } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { hashUserData } from '../ad-platforms/hash-user-data.ts';
import { followNetworks } from '../bots/networks/follow-networks.ts';
import { createTrafficClassifier } from '../bots/traffic-classifier.ts';
import { rememberClients } from '../clients/remember-clients.ts';
import { openPlaces } from '../geo/find-place.ts';
import { createUserDataSealer } from '../secrets/sealer.ts';
import { DailySalts, type Salts } from '../visitors/daily-salts.ts';
import { dailyVisitor } from '../visitors/daily-visitor.ts';
import { cacheKey } from './cache-key.ts';
import type { ClientTraits, Enrichment } from './enrichment.ts';
import { rememberTouches } from './remember-touches.ts';

type Sources = {
  readonly control: ControlStore;
  readonly secret: string;
  readonly cityFile: string | null;
  /** The folder of the stores, where refreshed networks of bots may lie. */
  readonly folder?: string;
  readonly now: () => number;
};

/**
 * What is needed to enrich events, read once per thread. Every memory behind it is bounded.
 * @throws BrokenGeoFile when the configured file of cities is unusable.
 */
export function openEnrichment({ control, secret, cityFile, folder, now }: Sources): Enrichment {
  const parse = rememberClients();
  const findPlace = openPlaces(cityFile);
  const sealer = createUserDataSealer(secret);
  const daily = new DailySalts(
    {
      read: (day) => control.readSalt(day),
      write: (day, salt) => control.writeSalt(day, salt),
      purgeBefore: (day) => control.forgetSaltsBefore(day),
    },
    now,
  );
  const networks = followNetworks(folder);
  const botOf = createTrafficClassifier(networks.current, now);
  const touchOf = rememberTouches();
  const clients = new LRUCache<string, Client>({ max: REMEMBERED });
  let salts: Salts | null = null;

  function describeClient(evidence: ClientTraits): Client {
    const { address, userAgent, hints, language, screen, touchPoints } = evidence;
    const parsed = parse({ userAgent, hints, touchPoints });
    const place = findPlace(address ?? '');
    return {
      userAgent,
      language,
      screen,
      browser: parsed.browser,
      browserVersion: parsed.browserVersion,
      os: parsed.os,
      osVersion: parsed.osVersion,
      device: parsed.deviceType,
      country: place.country,
      region: place.region,
      city: place.city,
    };
  }

  return {
    async prepare() {
      networks.look();
      salts = await daily.current();
    },

    purgeOldSalts: () => daily.purgeOld(),

    clientOf(evidence) {
      const key = keyOfClient(evidence);
      const known = clients.get(key);
      if (known) return known;
      const client = describeClient(evidence);
      if (key.length <= MAX_KEY_LENGTH) clients.set(key, client);
      return client;
    },

    touchOf,

    botOf,

    visitorOf({ project, address, userAgent, domain }) {
      if (address === null || salts === null) return null;
      const visitor = dailyVisitor({ project, address, userAgent, domain }, salts);
      return visitor && { id: visitor.id, source: 'hash', formerId: visitor.yesterdaysId };
    },

    sealUserData(userData: UserData | null | undefined) {
      if (!userData || !Object.values(userData).some((value) => value)) return null;
      return sealer.seal(JSON.stringify(hashUserData(userData)));
    },
  };
}

/** Strangers choose what is remembered, so there is little of it and nothing long. */
const REMEMBERED = 5_000;
const MAX_KEY_LENGTH = 1_024;

function keyOfClient(evidence: ClientTraits): string {
  const { address, userAgent, hints, language, screen, touchPoints } = evidence;
  const hinted = hints === undefined ? null : JSON.stringify(hints);
  const touched = (touchPoints ?? 0) > 1 ? 'touch' : null;
  return cacheKey(address, language, screen, userAgent, hinted, touched);
}
