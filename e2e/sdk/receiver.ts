import type { IncomingMessage } from 'node:http';

export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** Where events end: the collector, or a stand-in for the one that another tracker was made for. */
export type Receiver = (request: IncomingMessage, body: Buffer) => Promise<Answer>;
