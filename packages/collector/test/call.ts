import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

export type Call = {
  readonly method?: string;
  readonly path: string;
  readonly bearer?: string | undefined;
  readonly headers?: OutgoingHttpHeaders;
  /** A value is sent as JSON; text and bytes are sent as they are. */
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
  /** Send the body in chunks, without saying its length first. */
  readonly chunked?: boolean;
};

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The parsed JSON, or the text where the answer is no JSON. */
  readonly body: unknown;
};
