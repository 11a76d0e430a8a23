import type { IncomingHttpHeaders } from 'node:http';

/** The platforms, named as cvq names them. */
export const PLATFORM_NAMES = ['google_ads', 'meta_ads', 'microsoft_ads'] as const;
export type PlatformName = (typeof PLATFORM_NAMES)[number];

/**
 * What a request is for: `send` brings conversions, `verify` asks what became of them, `spend` asks what ads cost, `query`
 * asks for anything else.
 */
export const PURPOSES = ['token', 'send', 'verify', 'spend', 'query'] as const;
export type Purpose = (typeof PURPOSES)[number];

export type MockRequest = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The named groups of the operation's path. */
  readonly groups: Readonly<Record<string, string>>;
};

/** A body that is a text is sent as HTML, bytes as a file, any other as JSON. */
export type MockAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** What a scripted fault changes about a request that is fine otherwise. */
export type Effect = {
  /** Google: why the conversion fails after it was taken, or `PROCESSING` for one that is processed for long. */
  readonly verdict?: string;
  /** Google: the word of a failed request, which a page spells `FAILURE`. */
  readonly failedWord?: string;
  /** Microsoft: what is said of the conversion at `index`. */
  readonly partialError?: { readonly Code: number; readonly ErrorCode: string };
  readonly index?: number;
  /** Microsoft: a success without a list of errors. */
  readonly noList?: boolean;
  /** Spend: the first part of the figures comes, and the next one fails. */
  readonly failsMidway?: boolean;
  /** Spend: the end that a report comes to, as the platform words it. */
  readonly reportStatus?: string;
};
