import type { UserData } from '@cvq/contract';
import { DIRECT, NONE, NOT_SET } from '@cvq/contract/constants';
import { withoutEmails } from '@cvq/contract/redact';
import type { Client, ControlStore, ProjectRecord, Touch } from '@cvq/storage';
import { hashUserData } from '../ad-platforms/hash-user-data.ts';
import { type ResolvedTouch, resolveTouch } from '../attribution/resolve-touch.ts';
import { followNetworks } from '../bots/networks/known-networks.ts';
import { createTrafficClassifier } from '../bots/traffic-classifier.ts';
import { createClientParser } from '../clients/client-parser.ts';
import { openPlaces } from '../geo/find-place.ts';
import { sitesOf } from '../net/hosts.ts';
import { createUserDataSealer } from '../secrets/sealer.ts';
import { DailySalts, type Salts } from '../visitors/daily-salts.ts';
import { dailyVisitor } from '../visitors/daily-visitor.ts';
import type { ClientTraits, Enrichment, TouchFindings, VisitedPage } from './enrichment.ts';

type Sources = {
  readonly control: ControlStore;
  readonly secret: string;
  readonly cityFile: string | null;
  /** The folder of the stores, where refreshed networks of bots may lie. */
  readonly folder?: string;
  readonly now: () => number;
};

/**
 * What is needed to enrich events, read once per thread. Every cache behind it is bounded.
 * @throws BrokenGeoFile when the configured file of cities is unusable.
 */
export function openEnrichment({ control, secret, cityFile, folder, now }: Sources): Enrichment {
  const sealer = createUserDataSealer(secret);
  const networks = followNetworks(folder);
  const daily = new DailySalts(
    {
      read: (day) => control.readSalt(day),
      write: (day, salt) => control.writeSalt(day, salt),
      purgeBefore: (day) => control.forgetSaltsBefore(day),
    },
    now,
  );
  let salts: Salts | null = null;

  return {
    async prepare() {
      networks.check();
      const at = now();
      if (salts === null || at < salts.from || at >= salts.until) salts = await daily.current();
    },

    purgeOldSalts: () => daily.purgeOld(),
    clientOf: clientFinder(cityFile),
    touchOf,
    botOf: createTrafficClassifier(networks.current, now),

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

function clientFinder(cityFile: string | null): (traits: ClientTraits) => Client {
  const parse = createClientParser();
  const findPlace = openPlaces(cityFile);
  return ({ address, userAgent, hints, language, screen, touchPoints }) => {
    const parsed = parse({ userAgent, hints, touchPoints });
    const { country, region, city } = findPlace(address ?? '');
    return {
      userAgent,
      language,
      screen,
      browser: parsed.browser,
      browserVersion: parsed.browserVersion,
      os: parsed.os,
      osVersion: parsed.osVersion,
      device: parsed.deviceType,
      country,
      region,
      city,
    };
  };
}

function touchOf({ page, referrer, beside, project }: VisitedPage): TouchFindings {
  const found = resolveTouch({
    query: page?.suffix ?? '',
    referrer: referrer ?? '',
    hostname: page?.hostname ?? null,
    ownHosts: sitesOf(project),
    ...(beside && { clickIds: beside }),
  });
  const inAddress = Object.keys(found.addressClickIds).length === 0 ? null : found.addressClickIds;
  return {
    touch: found.isTouch ? storable(found, project) : NO_TOUCH,
    clickIds: beside === null ? inAddress : { ...beside, ...inAddress },
  };
}

/** One object for all visits that nothing leads to, by which the store knows it without a look at its words. */
const NO_TOUCH: Touch = Object.freeze({
  isTouch: false,
  channel: 'Direct',
  source: DIRECT,
  medium: NONE,
  campaign: NOT_SET,
  term: NOT_SET,
  content: NOT_SET,
  adPlatform: NOT_SET,
  referrer: NOT_SET,
});

function storable(touch: ResolvedTouch, { redactedNames }: ProjectRecord): Touch {
  const word = redactedNames === null ? String : withoutEmails;
  return {
    isTouch: touch.isTouch,
    channel: touch.channel,
    source: word(touch.source),
    medium: word(touch.medium),
    campaign: word(touch.campaign),
    term: word(touch.term),
    content: word(touch.content),
    adPlatform: touch.adPlatform,
    referrer: touch.referrerHost,
  };
}
