import type { AdNetwork } from '@cvq/contract';

/**
 * What a click id proves: that someone paid for a click on an ad (`cpc`), on a banner (`display`), or to a partner
 * (`affiliate`); or nothing, since the network puts it on ordinary links too.
 */
type ClickMedium = 'cpc' | 'display' | 'affiliate';

export type ClickIdRow = {
  /** The parameter, as its network writes it. */
  readonly name: string;
  /** Null for a name that many networks use. */
  readonly network: AdNetwork | null;
  readonly proves: ClickMedium | null;
  /** Of an ad among the results of a search: with the network's own source it is a paid search, whatever the medium. */
  readonly isOfSearchAd?: true;
};

/** In the order of rank: where an address has several, the first that proves a click decides. */
export const CLICK_ID_ROWS: readonly ClickIdRow[] = [
  { name: 'gclid', network: 'google', proves: 'cpc', isOfSearchAd: true },
  { name: 'gbraid', network: 'google', proves: 'cpc', isOfSearchAd: true },
  { name: 'wbraid', network: 'google', proves: 'cpc', isOfSearchAd: true },
  { name: 'msclkid', network: 'microsoft', proves: 'cpc', isOfSearchAd: true },
  { name: 'ttclid', network: 'tiktok', proves: 'cpc' },
  { name: 'twclid', network: 'x', proves: 'cpc' },
  { name: 'li_fat_id', network: 'linkedin', proves: 'cpc' },
  { name: 'rdt_cid', network: 'reddit', proves: 'cpc' },
  { name: 'ScCid', network: 'snapchat', proves: 'cpc' },
  { name: 'ctwa_clid', network: 'meta', proves: 'cpc' },
  { name: 'yclid', network: 'yandex', proves: 'cpc' },
  { name: 'qclid', network: 'quora', proves: 'cpc' },
  { name: 'oppref', network: 'openai', proves: 'cpc' },
  { name: 'vmcid', network: 'yahoo', proves: 'cpc' },
  { name: 'ko_click_id', network: 'kakao', proves: 'cpc' },
  { name: 'obclid', network: 'outbrain', proves: 'cpc' },
  { name: 'dicbo', network: 'outbrain', proves: 'cpc' },
  { name: 'tblci', network: 'taboola', proves: 'cpc' },
  { name: 'dclid', network: 'google', proves: 'display' },
  { name: 'irclickid', network: 'impact', proves: 'affiliate' },
  { name: 'irclid', network: 'impact', proves: 'affiliate' },
  { name: 'awc', network: 'awin', proves: 'affiliate' },
  { name: 'cjevent', network: 'cj', proves: 'affiliate' },
  { name: 'ranSiteID', network: 'rakuten', proves: 'affiliate' },
  { name: 'tduid', network: 'tradedoubler', proves: 'affiliate' },
  // On ordinary links too: Meta marks every link out of its apps, Pinterest its pins, Yandex its search results.
  { name: 'fbclid', network: 'meta', proves: null },
  { name: 'epik', network: 'pinterest', proves: null },
  { name: 'ysclid', network: 'yandex', proves: null },
  { name: 'clickid', network: null, proves: null },
  { name: 'click_id', network: null, proves: null },
];

/** The sites of each network, by their names in reports. The first is the source when nothing tells better. */
export const NETWORK_SOURCES: Readonly<Record<AdNetwork, readonly [string, ...string[]]>> = {
  google: ['google', 'youtube', 'google-shopping', 'gmail'],
  microsoft: ['bing', 'msn', 'microsoft', 'outlook'],
  meta: ['facebook', 'instagram', 'threads', 'whatsapp', 'meta-ai'],
  tiktok: ['tiktok'],
  linkedin: ['linkedin'],
  x: ['twitter'],
  reddit: ['reddit'],
  snapchat: ['snapchat'],
  pinterest: ['pinterest'],
  yandex: ['yandex'],
  quora: ['quora'],
  openai: ['chatgpt'],
  yahoo: ['yahoo'],
  kakao: ['kakaotalk', 'daum'],
  outbrain: ['outbrain'],
  taboola: ['taboola'],
  impact: ['impact'],
  awin: ['awin'],
  cj: ['cj'],
  rakuten: ['rakuten-advertising'],
  tradedoubler: ['tradedoubler'],
};
