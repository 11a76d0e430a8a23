export type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'console' | 'wearable' | 'embedded';

/** What a visitor browses with. What is unknown is null. */
export type ParsedClient = {
  readonly browser: string | null;
  readonly browserVersion: string | null;
  readonly os: string | null;
  readonly osVersion: string | null;
  readonly deviceType: DeviceType | null;
};

/** What a request or a browser's script tells of its client. Everything may be absent, and anything may be a lie. */
export type ClientEvidence = {
  readonly userAgent: string | null;
  readonly hints?: ClientHints | undefined;
  /** `navigator.maxTouchPoints`, which tells an iPad from the Mac that it poses as. */
  readonly touchPoints?: number | null | undefined;
};

/** Values of the `Sec-CH-UA-*` headers, as they were sent. */
export type ClientHints = Partial<Record<keyof typeof CLIENT_HINT_HEADERS, string>>;

export const CLIENT_HINT_HEADERS = {
  brands: 'sec-ch-ua',
  fullVersionList: 'sec-ch-ua-full-version-list',
  mobile: 'sec-ch-ua-mobile',
  model: 'sec-ch-ua-model',
  platform: 'sec-ch-ua-platform',
  platformVersion: 'sec-ch-ua-platform-version',
} as const;
