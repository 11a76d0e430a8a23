import type { ServerResponse } from 'node:http';
import type { Reports } from '@cvq/storage';
import { hashToken } from '../../keys/token.ts';
import type { Log } from '../../log.ts';
import { livePeriod } from '../../read/live-period.ts';
import type { RecentRefusals } from '../../refusals/recent-refusals.ts';
import type { DashboardDeps } from '../operation.ts';
import { hasEnded } from '../session/session-times.ts';
import { type SignedIn, subjectOf } from '../session/signed-in.ts';
import { ownerOf } from '../session/who-asks.ts';
import type { LiveAsker, OpenStream } from './live-asker.ts';

export type LiveStreamDeps = Pick<DashboardDeps, 'control' | 'now' | 'opensDemo'> & {
  readonly reports: Pick<Reports, 'activity'>;
  readonly refusals: Pick<RecentRefusals, 'of'>;
  readonly log: Pick<Log, 'error'>;
  /** Runs something again and again, in milliseconds, until it is stopped. */
  readonly every: (ms: number, run: () => void) => () => void;
};

type Stream = LiveAsker & { readonly response: ServerResponse };

/**
 * Browsers have six connections to a host, and a page that is not looked at gives its stream back. One beyond takes the
 * place of the oldest, of the same session where there is one: most likely of a page that was left. Whoever would be
 * refused instead could not know why.
 */
const OF_ONE_PERSON = 10;

/** How often it is looked whether something has changed, and whether who listens still may. */
const LOOK_MS = 2000;
/** So many looks without a word are followed by a sign of life: proxies cut what is silent. */
const LOOKS_OF_SILENCE = 7;
/** When a browser is to come back after its stream has ended. */
const RETRY_MS = 5000;

/**
 * Streams of server-sent events that say when the live figures of a project have changed: pages ask for them then. They look
 * into the store, and so know what other processes have stored as well.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class LiveStreams {
  readonly #deps: LiveStreamDeps;
  readonly #streams = new Set<Stream>();
  /** What was last seen of each project that somebody listens to. */
  readonly #seen = new Map<string, string>();
  #stop: (() => void) | null = null;
  #looks = 0;
  #isLooking = false;

  constructor(deps: LiveStreamDeps) {
    this.#deps = deps;
  }

  /** Turns a response into a stream, until whoever listens leaves, signs out, is disabled, or loses the project. */
  readonly open: OpenStream = async (response, asker) => {
    // What has closed is told of no close any more, and would be counted for good.
    if (response.destroyed) return;
    const own = [...this.#streams].filter(({ by }) => ownerId(by) === ownerId(asker.by));
    const oldest = own.find(({ token }) => token === asker.token) ?? own[0];
    if (own.length >= OF_ONE_PERSON && oldest !== undefined) this.#replace(oldest);
    const stream = { ...asker, response };
    this.#streams.add(stream);
    response.once('close', () => this.#forget(stream));
    this.#stop ??= this.#deps.every(LOOK_MS, () => void this.look());
    const { project } = asker;
    // What is stored from now on is news.
    if (!this.#seen.has(project)) this.#seen.set(project, await this.#stateOf(project));
    if (response.destroyed || response.writableEnded) return;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
  };

  /** Looks once at every project that somebody listens to. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#looks += 1;
    try {
      for (const stream of [...this.#streams]) if (!(await this.#mayListen(stream))) this.#end(stream);
      const byProject = Map.groupBy(this.#streams, ({ project }) => project);
      for (const [project, streams] of byProject) await this.#lookAt(project, streams);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'Live figures cannot be read; who listens is to come back');
      this.close();
    } finally {
      this.#isLooking = false;
    }
  }

  /** Ends all streams. Browsers come back by themselves. */
  close(): void {
    for (const stream of [...this.#streams]) {
      this.#forget(stream);
      stream.response.end();
    }
  }

  /**
   * The page then asks who it is, and learns why. The stream is forgotten at once: its connection may close much later,
   * and what is written after the end would be an error that nobody hears.
   */
  #end(stream: Stream): void {
    this.#forget(stream);
    stream.response.end('event: ended\ndata: {}\n\n');
  }

  /** Its page, if there still is one, comes back by itself. */
  #replace(stream: Stream): void {
    this.#forget(stream);
    stream.response.end();
  }

  async #lookAt(project: string, streams: readonly Stream[]): Promise<void> {
    const seen = await this.#stateOf(project);
    const before = this.#seen.get(project);
    this.#seen.set(project, seen);
    if (before !== undefined && before !== seen) tellAll(streams, 'event: changed\ndata: {}\n\n');
    else if (this.#looks % LOOKS_OF_SILENCE === 0) tellAll(streams, ': still here\n\n');
  }

  async #stateOf(project: string): Promise<string> {
    const { reports, refusals, now } = this.#deps;
    const at = now();
    const { lastEventAt, eventsSince } = await reports.activity(project, livePeriod(at).from, at);
    const refused = refusals.of(project).reduce((sum, { count }) => sum + count, 0);
    return `${lastEventAt} ${eventsSince} ${refused}`;
  }

  /** A session that got another token meanwhile is met again when the browser comes back with that. */
  async #mayListen({ token, project }: Stream): Promise<boolean> {
    const { control, now } = this.#deps;
    const session = await control.findSession(hashToken(token), now());
    if (session === null || hasEnded(session, now())) return false;
    const by = await ownerOf(session, this.#deps);
    if (by === null) return false;
    return (await control.reach(subjectOf(by))).some(({ id }) => id === project);
  }

  #forget(stream: Stream): void {
    this.#streams.delete(stream);
    if (![...this.#streams].some(({ project }) => project === stream.project))
      this.#seen.delete(stream.project);
    if (this.#streams.size > 0) return;
    this.#stop?.();
    this.#stop = null;
  }
}

const ownerId = (by: SignedIn) => (by.kind === 'person' ? by.user.id : by.session.id);

function tellAll(streams: readonly Stream[], text: string): void {
  for (const { response } of streams)
    if (response.headersSent && response.writableLength === 0) response.write(text);
}
