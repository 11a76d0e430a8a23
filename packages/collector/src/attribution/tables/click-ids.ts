/** Who runs the advertisement, the share or the partner programme behind a click id. */
export type AdPlatform =
  | 'google'
  | 'microsoft'
  | 'meta'
  | 'tiktok'
  | 'linkedin'
  | 'x'
  | 'reddit'
  | 'snapchat'
  | 'pinterest'
  | 'yandex'
  | 'quora'
  | 'openai'
  | 'yahoo'
  | 'kakao'
  | 'outbrain'
  | 'taboola'
  | 'impact'
  | 'awin'
  | 'cj'
  | 'rakuten'
  | 'tradedoubler';

/**
 * What a click id proves: that someone paid for a click on an ad (`cpc`), on a banner (`display`), or to a partner
 * (`affiliate`); or nothing, since the platform puts it on ordinary links too.
 */
type ClickMedium = 'cpc' | 'display' | 'affiliate';

export type ClickIdRow = {
  /** The parameter, as its platform writes it. */
  readonly name: string;
  /** Null for a name that many networks use. */
  readonly platform: AdPlatform | null;
  readonly proves: ClickMedium | null;
};

/** In the order of rank: where an address has several, the first that proves a click decides. */
export const CLICK_ID_ROWS: readonly ClickIdRow[] = [
  { name: 'gclid', platform: 'google', proves: 'cpc' },
  { name: 'gbraid', platform: 'google', proves: 'cpc' },
  { name: 'wbraid', platform: 'google', proves: 'cpc' },
  { name: 'msclkid', platform: 'microsoft', proves: 'cpc' },
  { name: 'ttclid', platform: 'tiktok', proves: 'cpc' },
  { name: 'twclid', platform: 'x', proves: 'cpc' },
  { name: 'li_fat_id', platform: 'linkedin', proves: 'cpc' },
  { name: 'rdt_cid', platform: 'reddit', proves: 'cpc' },
  { name: 'ScCid', platform: 'snapchat', proves: 'cpc' },
  { name: 'ctwa_clid', platform: 'meta', proves: 'cpc' },
  { name: 'yclid', platform: 'yandex', proves: 'cpc' },
  { name: 'qclid', platform: 'quora', proves: 'cpc' },
  { name: 'oppref', platform: 'openai', proves: 'cpc' },
  { name: 'vmcid', platform: 'yahoo', proves: 'cpc' },
  { name: 'ko_click_id', platform: 'kakao', proves: 'cpc' },
  { name: 'obclid', platform: 'outbrain', proves: 'cpc' },
  { name: 'dicbo', platform: 'outbrain', proves: 'cpc' },
  { name: 'tblci', platform: 'taboola', proves: 'cpc' },
  { name: 'dclid', platform: 'google', proves: 'display' },
  { name: 'irclickid', platform: 'impact', proves: 'affiliate' },
  { name: 'irclid', platform: 'impact', proves: 'affiliate' },
  { name: 'awc', platform: 'awin', proves: 'affiliate' },
  { name: 'cjevent', platform: 'cj', proves: 'affiliate' },
  { name: 'ranSiteID', platform: 'rakuten', proves: 'affiliate' },
  { name: 'tduid', platform: 'tradedoubler', proves: 'affiliate' },
  // On ordinary links too: Meta marks every link out of its apps, Pinterest its pins, Yandex its search results.
  { name: 'fbclid', platform: 'meta', proves: null },
  { name: 'epik', platform: 'pinterest', proves: null },
  { name: 'ysclid', platform: 'yandex', proves: null },
  { name: 'clickid', platform: null, proves: null },
  { name: 'click_id', platform: null, proves: null },
];

/** The sites of each platform, by their names in reports. The first is the source when nothing tells better. */
export const PLATFORM_SOURCES: Readonly<Record<AdPlatform, readonly [string, ...string[]]>> = {
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
