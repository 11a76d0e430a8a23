import type { Receiver } from './receiver.ts';

/** A tracker as a page has it. */
export type Tracker = {
  readonly name: string;
  /** What a page carries to load and start it, so that it counts the page by itself. */
  head(endpoint: string): string;
  /** The script of a name that `head` loads from `/js/`. */
  script(name: string): Promise<string | Buffer>;
  /** JavaScript that tracks the event whose name the given expression tells. */
  track(nameExpression: string): string;
  readonly receive: Receiver;
};
