import {
  AD_PLATFORMS,
  type AdPlatform,
  type EventId,
  formatConversionId,
  RETRY_OF_STATE,
  type RetryDeliveryResponse,
  SKIP_REASONS,
} from '@cvq/contract';
import type { AdDelivery, ForwardedConversion, Integration, ReachedProject } from '@cvq/storage';
import { eligibilityOf } from '../../ad-platforms/forwarding/eligibility.ts';
import { clickOf, retryUntil } from '../../ad-platforms/forwarding/retry-until.ts';
import { openHashes } from '../../ad-platforms/forwarding/to-platform-conversion.ts';
import { ApiError } from '../../errors/api-error.ts';
import { askStore } from '../ask-store.ts';
import type { OperationDeps } from '../operation.ts';
import { askDeliveryLog } from './ask-delivery-log.ts';
import { deliveryToRetry } from './delivery-to-retry.ts';
import { outsideWindow, refuseFor, refuseOutsideWindow } from './refuse-retry.ts';
import { integrationsOf } from './standing.ts';

type Wish = {
  readonly event: EventId;
  /** Whether reports count it. */
  readonly counts: boolean;
  readonly project: ReachedProject;
  readonly platform: AdPlatform | undefined;
};
type Deps = Pick<OperationDeps, 'control' | 'reports' | 'retries' | 'now' | 'sealer'>;
type Answer = RetryDeliveryResponse['data'];
/** `isAsked`: it is sent because of this. */
type Retry = { readonly answer: Answer; readonly isAsked: boolean };

/**
 * Queues a conversion to be sent to a platform again. One that is queued, or that the platform has, is left as it is.
 * @throws ApiError outside_retry_window; invalid_request, with the reason, for what is not sent
 */
export async function requestRetry({ event, counts, project, platform }: Wish, deps: Deps): Promise<Retry> {
  const { control, reports, retries, now, sealer } = deps;
  const at = now();
  const key = { project: project.id, event };
  const integrations = await integrationsOf(project.id, control);
  const listed = { id: event, counts };
  const { conversion, deliveries } = await askStore(reports.conversionDeliveries(project.id, listed, at));
  if (conversion === null) throw new ApiError('not_found', 'There is no such conversion.');
  const connected = [...integrations.values()].map((each) => each.platform);
  const meant = platform === undefined ? connected : [platform];
  refuseOutsideWindow(conversion, meant.length === 0 ? AD_PLATFORMS : meant, at);

  const { delivery, integration } = deliveryToRetry(deliveries, integrations, platform);
  const outcome = RETRY_OF_STATE[delivery.state];
  if (outcome === 'taken') return { answer: asItStands(delivery), isAsked: false };
  if (outcome === 'over') throw over(delivery, conversion, at);
  refuseStopped(integration);
  if (outcome === 'queued') return { answer: asItStands(delivery), isAsked: false };
  refuseIneligible();
  // Somebody else may have asked meanwhile, or taken it back.
  const asked = await askDeliveryLog(retries.retry({ ...key, integration: integration.id }, at));
  if (asked === null) throw new ApiError('not_found', 'There is no such conversion.');
  if (RETRY_OF_STATE[asked.state] === 'over') throw over(asked, conversion, at);
  // Nobody queues it: the platform has the order by another report.
  if (asked.state === 'skipped' && asked.reason === 'duplicate_order')
    refuseFor('duplicate_order', integration.platform);
  return { answer: asItStands(asked), isAsked: asked.askedAt === at };

  /** By the rule that sending goes by, as things are now. */
  function refuseIneligible(): void {
    const unsaidConsent = project.adConsent;
    const considered = { conversion, integration, now: at, unsaidConsent };
    const hashes = openHashes(conversion, integration.platform, { sealer, unsaidConsent });
    const eligibility = eligibilityOf({ ...considered, hashes, claim: { unknownSince: null } });
    if ('send' in eligibility) return;
    const { state, reason, retryUntil: until = at } = eligibility.next;
    const { platform: to } = integration;
    if (state === 'expired') throw outsideWindow([{ platform: to, until }]);
    const word = SKIP_REASONS.find((each) => each === reason);
    if (word !== undefined) refuseFor(word, to);
  }
}

/** Nothing of it is sent before somebody has done something at the integration. */
function refuseStopped({ state, platform }: Integration): void {
  if (state === 'dry_run') refuseFor('dry_run', platform);
  if (state !== 'paused' && state !== 'reconnect_required') return;
  const fix = state === 'paused' ? 'cvq integration resume' : 'cvq integration update --credentials';
  throw new ApiError(
    'invalid_request',
    `The integration with ${platform} is ${state}: ${fix} sends what it holds back.`,
    {
      details: { platform, reason: state },
    },
  );
}

/** Taken back, or too old: past the window, or by the word of the platform, whose own window may be shorter. */
function over({ reason, platform }: AdDelivery, conversion: ForwardedConversion, now: number): ApiError {
  if (reason === 'erased' || reason === 'removed' || reason === 'integration_removed')
    return refuseFor(reason, platform);
  const until = retryUntil(platform, clickOf(platform, conversion.clicks), conversion.at);
  const itsWord = `${platform} has answered that the conversion is too old for it.`;
  return outsideWindow([{ platform, until }], now > until ? undefined : itsWord);
}

/** The same answer for as long as it is queued: since somebody asked for it, or since it is owed. */
function asItStands({ event, platform, state, attempts, askedAt, createdAt }: AdDelivery): Answer {
  const conversion = { conversion_id: formatConversionId(event), platform };
  if (RETRY_OF_STATE[state] === 'taken') {
    const status = state === 'accepted' ? 'accepted' : 'delivered';
    return { ...conversion, status, attempt: attempts, queued_at: null };
  }
  const queuedAt = new Date(askedAt ?? createdAt).toISOString();
  return { ...conversion, status: 'queued', attempt: attempts + 1, queued_at: queuedAt };
}
