import { GCLID_OF_OTHERS } from '@cvq/contract/constants';
import { type ClickIds, clickIdsAmong, NO_CLICK_IDS } from './known-click-ids.ts';
import { readParameters } from './link-parameters.ts';
import { campaignIdAmong, NO_UTM, type Utm, utmAmong } from './link-words.ts';

/** What a link says: its UTM words, its click ids, and the id of its campaign where it has one. */
export type Link = {
  readonly utm: Utm;
  readonly clickIds: ClickIds;
  readonly campaignId: string | null;
  /** It says that a `gclid`, in it or beside it, is none of Google Ads. */
  readonly isGclidOfOthers: boolean;
};

const NOTHING: Link = Object.freeze({
  utm: NO_UTM,
  clickIds: NO_CLICK_IDS,
  campaignId: null,
  isGclidOfOthers: false,
});

/** What the query of an address says of where its visit came from. */
export function readLink(query: string): Link {
  const parameters = readParameters(query);
  const isGclidOfOthers = GCLID_OF_OTHERS.test(`?${query}`);
  if (parameters.size === 0 && !isGclidOfOthers) return NOTHING;
  if (isGclidOfOthers) parameters.delete('gclid');
  return {
    utm: utmAmong(parameters),
    clickIds: clickIdsAmong(parameters),
    campaignId: campaignIdAmong(parameters),
    isGclidOfOthers,
  };
}
