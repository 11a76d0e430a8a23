import type { IncomingMessage } from 'node:http';
import { CLICKS_RECORD, DAY_MS, MAX_REQUEST_BYTES, OPT_OUT_RECORD, VISITOR_RECORD } from '@cvq/contract';
import { receive } from '../body/json-body.ts';
import type { HeaderEvidence } from '../bots/evidence.ts';
import { CLIENT_HINT_HEADERS, type ClientHints } from '../clients/client.ts';
import type { OwnCookie, SiteVisit } from '../first-party/renewed-cookies.ts';
import { requireQuota, SharedBudget, WindowCounters } from '../quotas/limits.ts';
import type { Intake } from './intake.ts';
import type { PixelQuery } from './submit-pixel.ts';
import type { BrowserRequest, ClientHeaders, Reply } from './track-request.ts';

export type BrowserRequestDeps = {
  readonly intake: Pick<Intake, 'submit'>;
  readonly now: () => number;
  /** Memory for the bodies of all requests, of which these have a part. */
  readonly bodies: SharedBudget;
  /** Browser requests that one client may make in a minute; 0 for any number. */
  readonly browserRate: number;
  /** Bytes that one client may send as browsers do in a minute; 0 for any number. */
  readonly browserBytes: number;
  /** The same for a UTC day. */
  readonly browserDayBytes: number;
};

/** Who sends as a browser does: the address, and the network that stands for it where clients are counted. */
export type BrowserSender = { readonly address: string | null; readonly network: string };

/** The SDK sends text/plain, which a browser posts across origins without asking first. */
const BROWSER_CONTENT = ['text/plain', 'application/json'];

/** Browsers leave a part of the memory for bodies to backends, and one client leaves most of it to other clients. */
const BODIES_OF_BROWSERS = { limit: 50_331_648, perOwner: 8_388_608 };

/**
 * Requests that may wait for the writer at once, of those that it has room for. Browsers wait in places of their own:
 * however many they are, a backend finds one.
 */
const WAITING_BROWSERS = { limit: 4000, perOwner: 1000 };

/** Clients that are counted at once. */
const COUNTED_CLIENTS = 20_000;

/** Requests of browsers: each is admitted, its body and headers read, and handed to the writer. */
export class BrowserRequests {
  readonly #intake: BrowserRequestDeps['intake'];
  readonly #now: () => number;
  readonly #bodies: SharedBudget;
  readonly #waiting = new SharedBudget(WAITING_BROWSERS);
  readonly #perClient: WindowCounters;
  readonly #bytesPerClient: WindowCounters;
  readonly #bytesPerDay: WindowCounters;

  constructor({ intake, now, bodies, ...limits }: BrowserRequestDeps) {
    this.#intake = intake;
    this.#now = now;
    this.#bodies = new SharedBudget({ ...BODIES_OF_BROWSERS, within: bodies });
    const names = COUNTED_CLIENTS;
    this.#perClient = new WindowCounters({ limit: limits.browserRate, names });
    this.#bytesPerClient = new WindowCounters({ limit: limits.browserBytes, names });
    this.#bytesPerDay = new WindowCounters({ limit: limits.browserDayBytes, names, lengthMs: DAY_MS });
  }

  /** The reply to a batch, once it is stored. Rejects with what is to be answered instead. */
  async submit(request: IncomingMessage, sender: BrowserSender): Promise<Reply> {
    const { network } = sender;
    requireQuota(this.#perClient.take(network, this.#now()), 'requests');
    // What is over the limit need not be read to be refused.
    const declared = declaredLength(request);
    this.#countBytes(network, declared);
    this.#waiting.take(network, 1);
    try {
      const budget = this.#bodies;
      const body = await receive(request, { contentTypes: BROWSER_CONTENT, budget, owner: network });
      // The intake empties a large body.
      const size = body.length;
      try {
        if (size > declared) this.#countBytes(network, size - declared);
        return await this.#intake.submit(this.#requestOf('browser', body, request, sender), network);
      } finally {
        budget.release(network, size);
      }
    } finally {
      this.#waiting.release(network, 1);
    }
  }

  /** The same for a request for the picture that tells of clients without JavaScript. */
  async submitPixel(query: PixelQuery, request: IncomingMessage, sender: BrowserSender): Promise<Reply> {
    const { network } = sender;
    requireQuota(this.#perClient.take(network, this.#now()), 'requests');
    const body = Buffer.from(JSON.stringify(query));
    this.#countBytes(network, body.length);
    this.#waiting.take(network, 1);
    try {
      return await this.#intake.submit(this.#requestOf('pixel', body, request, sender), network);
    } finally {
      this.#waiting.release(network, 1);
    }
  }

  /** What is refused for its minute does not count in the day. */
  #countBytes(network: string, bytes: number): void {
    requireQuota(this.#bytesPerClient.take(network, this.#now(), bytes), 'bytes');
    requireQuota(this.#bytesPerDay.take(network, this.#now(), bytes), 'bytes of a day');
  }

  #requestOf(
    kind: BrowserRequest['kind'],
    body: Buffer,
    request: IncomingMessage,
    { address }: BrowserSender,
  ): BrowserRequest {
    const said = clientHeadersOf(request.headers, isSecure(request));
    return { kind, body, receivedAt: this.#now(), address, ...said };
  }
}

/** What the headers say of the body; nothing where it is too large, which is refused as such. */
function declaredLength({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'] ?? 0);
  return length <= MAX_REQUEST_BYTES ? length : 0;
}

/** Express knows what a trusted proxy says of it; a request that came straight here came as it is. */
function isSecure(request: IncomingMessage & { readonly secure?: boolean }): boolean {
  return request.secure ?? false;
}

/** Headers as Node gives them, their names in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Read where the request arrives: the headers stay there, and only this goes on to the writer. */
function clientHeadersOf(headers: Headers, isSecure: boolean): ClientHeaders {
  return {
    userAgent: textOf(headers['user-agent']),
    language: textOf(headers['accept-language'])?.split(',')[0]?.trim() || null,
    hints: clientHintsOf(headers),
    headers: headerEvidenceOf(headers, isSecure),
    visit: visitOfSite(headers),
  };
}

/** A browser keeps no longer ones (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-5.6). */
const MAX_COOKIE_LENGTH = 4096;
const NONE: readonly OwnCookie[] = [];

/** How the SDK writes that a visitor opted out. */
const OPT_OUT = new RegExp(String.raw`(?:^|; *)${OPT_OUT_RECORD}=true(?![\w%])`);
const OWN_COOKIE = new RegExp(`^(${VISITOR_RECORD}|${CLICKS_RECORD})=(.*)$`);

/**
 * The visit that the headers speak of; undefined for what a browser calls another site's, and for programs. Other
 * cookies of the site are not looked at.
 */
function visitOfSite(headers: Headers): SiteVisit | undefined {
  const { origin, cookie } = headers;
  if (typeof origin !== 'string' || headers['sec-fetch-site'] === 'cross-site') return undefined;
  if (!/^https?:/.test(origin)) return undefined;
  if (typeof cookie !== 'string') return { origin, cookies: NONE };
  return { origin, cookies: ownCookies(cookie), ...(OPT_OUT.test(cookie) && { hasOptedOut: true }) };
}

function ownCookies(header: string): readonly OwnCookie[] {
  if (!header.includes(VISITOR_RECORD)) return NONE;
  const found: OwnCookie[] = [];
  for (const pair of header.split(';')) {
    // Blanks in an expression would be tried again for each of them: a header of 15 KB took a tenth of a second.
    const [, name, value = ''] = OWN_COOKIE.exec(pair.trim()) ?? [];
    if (name !== undefined && value.length <= MAX_COOKIE_LENGTH) {
      found.push({ name: name as OwnCookie['name'], value });
    }
  }
  return found;
}

/** The client hints among the headers of a request, whose names are in lower case; undefined where there are none. */
export function clientHintsOf(headers: Headers): ClientHints | undefined {
  let hints: ClientHints | undefined;
  for (const [hint, header] of Object.entries(CLIENT_HINT_HEADERS) as [keyof ClientHints, string][]) {
    const value = headers[header];
    if (typeof value === 'string' && value !== '') hints = { ...hints, [hint]: value };
  }
  return hints;
}

/** What the headers of a request say of its sender. Over plain http browsers keep silent. */
export function headerEvidenceOf(headers: Headers, isSecure: boolean): HeaderEvidence {
  return {
    acceptLanguage: textOf(headers['accept-language']),
    secFetch: isSecure ? 'sec-fetch-mode' in headers || 'sec-fetch-site' in headers : null,
    signatureAgent: textOf(headers['signature-agent']),
  };
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
