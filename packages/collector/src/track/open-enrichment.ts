import type { UserData } from '@cvq/contract';
import type { Client, ControlStore, ProjectRecord } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { hashUserData } from '../ad-platforms/hash-user-data.ts';
import { resolveTouch } from '../attribution/resolve-touch.ts';
import { createJudge } from '../bots/judge.ts';
import { openNetworks } from '../bots/networks/known-networks.ts';
import { newestNetworks, shippedNetworks } from '../bots/networks/network-file.ts';
import { rememberClients } from '../clients/remember-clients.ts';
import { openPlaces } from '../geo/find-place.ts';
import { createSealer } from '../secrets/sealer.ts';
import { DailySalts, type Salts } from '../visitors/daily-salts.ts';
import { dailyVisitor } from '../visitors/daily-visitor.ts';
import type { Arrival, ArrivalFindings, ClientEvidence, Enrichment } from './enrichment.ts';
import { nullWhenNotSet } from './null-when-not-set.ts';

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
  const sealer = createSealer(secret, 'user data');
  const daily = new DailySalts(
    {
      read: (day) => control.readSalt(day),
      write: (day, salt) => control.writeSalt(day, salt),
      forgetBefore: (day) => control.forgetSaltsBefore(day),
    },
    now,
  );
  const networks = openNetworks(folder === undefined ? shippedNetworks() : newestNetworks(folder));
  const botOf = createJudge(() => networks, now);
  const ownHosts = rememberOwnHosts();
  const clients = new LRUCache<string, Client>({ max: REMEMBERED });
  const arrivals = new LRUCache<string, ArrivalFindings>({ max: REMEMBERED });
  let salts: Salts | null = null;

  function describeClient({ address, userAgent, hints, language, screen }: ClientEvidence): Client {
    const parsed = parse(hints === undefined ? { userAgent } : { userAgent, hints });
    const place = findPlace(address ?? '');
    return {
      userAgent,
      language,
      screen,
      browser: nullWhenNotSet(parsed.browser),
      browserVersion: nullWhenNotSet(parsed.browserVersion),
      os: nullWhenNotSet(parsed.os),
      osVersion: nullWhenNotSet(parsed.osVersion),
      device: nullWhenNotSet(parsed.deviceType),
      country: nullWhenNotSet(place.country),
      region: nullWhenNotSet(place.region),
      city: nullWhenNotSet(place.city),
    };
  }

  function describeArrival({ page, referrer, beside, project }: Arrival): ArrivalFindings {
    const found = resolveTouch({
      query: page?.suffix ?? '',
      referrer: referrer ?? '',
      ownHosts: ownHosts(project, page?.hostname ?? null),
      ...(beside && { clickIds: beside }),
    });
    return {
      touch: {
        isTouch: found.isTouch,
        channel: found.channel,
        source: found.source,
        medium: found.medium,
        campaign: found.campaign,
        term: found.term,
        content: found.content,
        adPlatform: found.adPlatform,
        referrer: found.referrerHost,
      },
      clickIds: Object.keys(found.clickIds).length === 0 ? null : found.clickIds,
    };
  }

  return {
    async prepare() {
      salts = await daily.current();
    },

    forgetOldSalts: () => daily.forgetOld(),

    clientOf(evidence) {
      const key = keyOfClient(evidence);
      const known = clients.get(key);
      if (known) return known;
      const client = describeClient(evidence);
      if (key.length <= MAX_KEY_LENGTH) clients.set(key, client);
      return client;
    },

    touchOf(arrival) {
      const key = keyOfArrival(arrival);
      const known = key === null ? undefined : arrivals.get(key);
      if (known) return known;
      const found = describeArrival(arrival);
      if (key !== null) arrivals.set(key, found);
      return found;
    },

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

function keyOfClient({ address, userAgent, hints, language, screen }: ClientEvidence): string {
  const hinted = hints === undefined ? '' : JSON.stringify(hints);
  return `${address}\n${language}\n${screen}\n${userAgent}\n${hinted}`;
}

/** Null where click ids came beside the address: those are of one visit. */
function keyOfArrival({ page, referrer, beside, project }: Arrival): string | null {
  if (beside !== null) return null;
  const key = `${project.id}\n${page?.hostname}\n${page?.suffix}\n${referrer}`;
  return key.length <= MAX_KEY_LENGTH ? key : null;
}

/**
 * The hosts of a site, and that of the page itself, from which nobody arrives whatever the project says of its hosts.
 * The same list for the same question, since attribution reads a list only once.
 */
function rememberOwnHosts(): (project: ProjectRecord, hostname: string | null) => readonly string[] {
  const remembered = new LRUCache<string, { of: ProjectRecord; hosts: readonly string[] }>({
    max: REMEMBERED,
  });
  return (project, hostname) => {
    const key = `${project.id} ${hostname}`;
    const known = remembered.get(key);
    if (known?.of === project) return known.hosts;
    const hosts = [project.domain, ...(project.hosts ?? []), ...(hostname === null ? [] : [hostname])];
    remembered.set(key, { of: project, hosts });
    return hosts;
  };
}
