import { STATUS_OF_DELIVERY_STATE } from '@cvq/contract';
import { formatEventId } from '@cvq/contract/event-id';
import type { AdNext, ControlStore, EndedAdAttempt, Integration } from '@cvq/storage';
import type { Log } from '../../log.ts';
import { loggedAnswer } from './logged-request.ts';

type WarningDeps = {
  readonly control: Pick<ControlStore, 'changeIntegration'>;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/**
 * What operators are told of deliveries to ad platforms: what has failed for good, and once what somebody must set
 * right. Nothing of it says who a person is.
 */
export class DeliveryWarnings {
  readonly #deps: WarningDeps;
  /** What was told, by integration and what is wrong: each delivery that meets it would say it again. */
  readonly #told = new Set<string>();

  /** When the throttle of an integration was told last: all that was under way then meets it too. */
  readonly #throttleToldAt = new Map<string, number>();

  constructor(deps: WarningDeps) {
    this.#deps = deps;
  }

  /** To be called with everything that ends. */
  async hear(integration: Integration, ended: EndedAdAttempt): Promise<void> {
    const { claim, attempt, next } = ended;
    this.#tellThrottle(integration, ended);
    const code = attempt?.code ?? null;
    if (attempt?.answer === 'unknown') this.#tellUnknown(integration, attempt);
    if (next.state === 'blocked' && next.reason === 'auth')
      return this.#reconnectRequired(integration, {
        code: code ?? 'auth',
        message: attempt?.message ?? null,
      });
    if (next.state === 'blocked') return this.#tellBlocked(integration, next);
    if (STATUS_OF_DELIVERY_STATE[next.state] !== 'failed') return;
    const { platform, id } = integration;
    this.#deps.log.warn(
      {
        platform,
        integration: id,
        event: formatEventId(claim.event),
        state: next.state,
        reason: next.reason,
        code,
        status: attempt?.httpStatus ?? null,
      },
      'A conversion was not delivered to an ad platform, and will not be tried again',
    );
  }

  /** Once when it begins, and once when it is over. */
  #tellThrottle({ id, platform }: Integration, { claim, throttle, endsThrottle }: EndedAdAttempt): void {
    const isProbe = claim.throttledFor !== null;
    if (isProbe && endsThrottle === true) {
      this.#deps.log.info({ platform, integration: id }, 'An ad platform takes conversions again');
    }
    if (throttle === undefined || isProbe) return;
    if (claim.claimedAt <= (this.#throttleToldAt.get(id) ?? Number.NEGATIVE_INFINITY)) return;
    this.#throttleToldAt.set(id, this.#deps.now());
    const until = new Date(throttle.until).toISOString();
    this.#deps.log.warn(
      { platform, integration: id, code: throttle.code, until },
      `An ad platform asks to be left alone: nothing is sent to the integration until ${until}, and conversions wait`,
    );
  }

  /** Nothing more is sent to an integration until somebody has connected it anew. */
  async #reconnectRequired(
    { id, project, platform, credentialsVersion }: Integration,
    { code, message }: { readonly code: string; readonly message: string | null },
  ): Promise<void> {
    const { control, log, now } = this.#deps;
    const problem = { code, message: loggedAnswer(message ?? ''), at: now() };
    const change = { state: 'reconnect_required', problem } as const;
    try {
      // Somebody who has connected it meanwhile is right.
      if (!(await control.changeIntegration(id, change, credentialsVersion))) return;
    } catch (error) {
      // How the attempt ended is to be kept all the same. The next one meets the same answer.
      log.error({ err: error, integration: id }, 'What is wrong with an integration cannot be kept');
    }
    if (this.#isTold(`${id} ${credentialsVersion}`)) return;
    log.warn(
      { platform, integration: id, code },
      `An ad platform does not let an integration in any more: nothing is sent to it until it is connected anew, by cvq integration update --project ${project} --platform ${platform} --credentials FILE`,
    );
  }

  #tellBlocked({ id, project, platform }: Integration, { reason }: AdNext): void {
    if (this.#isTold(`${id} ${reason}`)) return;
    this.#deps.log.warn(
      { platform, integration: id, code: reason },
      `An ad platform refuses conversions for a reason that must be set right there or at the integration. They wait; cvq integration test --project ${project} --platform ${platform} says what is wrong`,
    );
  }

  /** What it means should be in a table of codes: until then it is tried some times, and the conversion is given up. */
  #tellUnknown(
    { id, platform }: Integration,
    { code, httpStatus: status, message }: NonNullable<EndedAdAttempt['attempt']>,
  ): void {
    if (this.#isTold(`${id} unknown ${code} ${code === null ? status : ''}`)) return;
    this.#deps.log.warn(
      { platform, integration: id, code, status, message },
      'An ad platform answers with a code that cvq does not know: conversions that meet it are tried three times',
    );
  }

  #isTold(what: string): boolean {
    const isTold = this.#told.has(what);
    this.#told.add(what);
    return isTold;
  }
}
