import { crc32 } from 'node:zlib';
import { HOUR_MS } from '@cvq/contract/constants';
import { boundedCache } from '../bounded-cache.ts';

/** A page view of a visitor, of whom something else speaks for a bot already. */
type FleetView = {
  readonly project: string;
  /** What all visitors of a fleet have in common. */
  readonly address: string;
  readonly userAgent: string;
  readonly visitor: string;
  readonly page: string | null;
  readonly at: number;
  /** True where the request lacks what each browser sends. */
  readonly isBare: boolean;
};

type Group = {
  readonly since: number;
  readonly visitors: Set<number>;
  readonly pages: Set<number>;
  views: number;
  /** Null until enough visitors came; it holds for the rest of the hour. */
  isFleet: boolean | null;
};

/** Strangers choose the groups as well. */
const WATCHED_GROUPS = 500;

const FLEET = {
  visitors: 100,
  /** Among people some look at a second page. */
  viewsAtMost: 105,
  /** A class that opens the page that it was told, and readers of one newsletter, are no crawler. */
  pagesAtLeast: 50,
};

/** Tells whether a view is one of a crawler that takes another visitor id for each page. */
export class Fleets {
  readonly #groups = boundedCache<Group>(WATCHED_GROUPS);

  isOfFleet(view: FleetView): boolean {
    const group = this.#groupOf(view);
    group.isFleet ??= addTo(group, view);
    return group.isFleet ?? false;
  }

  #groupOf({ project, address, userAgent, at }: FleetView): Group {
    const key = `${project} ${address} ${userAgent}`;
    const known = this.#groups.get(key);
    if (known !== undefined && Math.abs(at - known.since) <= HOUR_MS) return known;
    const group = {
      since: at,
      visitors: new Set<number>(),
      pages: new Set<number>(),
      views: 0,
      isFleet: null,
    };
    this.#groups.set(key, group);
    return group;
  }
}

function addTo(group: Group, { visitor, page, isBare }: FleetView): boolean | null {
  group.views += 1;
  group.visitors.add(crc32(visitor));
  group.pages.add(crc32(page ?? ''));
  if (group.visitors.size < FLEET.visitors && group.views < 2 * FLEET.visitors) return null;
  const isOneViewEach = group.views <= FLEET.viewsAtMost;
  return isOneViewEach && (isBare || group.pages.size >= FLEET.pagesAtLeast);
}
