import { type AdPlatform, RETRY_OF_STATE, STATUS_OF_DELIVERY_STATE } from '@cvq/contract';
import type { AdDelivery, Integration } from '@cvq/storage';
import { ApiError } from '../../errors/api-error.ts';
import { refusePlatform } from './refuse-retry.ts';
import type { Integrations } from './standing.ts';

type Found = { readonly delivery: AdDelivery; readonly integration: Integration };

/**
 * The delivery that a caller means: the one to the platform that is named, else the only one that can be meant.
 * @throws ApiError invalid_request where there is none, or several
 */
export function deliveryToRetry(
  deliveries: readonly AdDelivery[],
  integrations: Integrations,
  platform: AdPlatform | undefined,
): Found {
  const connected = [...integrations.values()].filter(
    (each) => (platform ?? each.platform) === each.platform,
  );
  if (connected.length === 0) throw noIntegration(platform);
  const found = connected.flatMap((integration) =>
    deliveries.flatMap((delivery) =>
      delivery.integration === integration.id ? { delivery, integration } : [],
    ),
  );
  if (found.length === 0) throw notOwed(connected);
  return onlyOf(found);
}

/**
 * What has failed is meant before what could be sent sooner, and this before what is on its way; what is too old for its
 * platform only after these.
 */
function onlyOf(found: readonly Found[]): Found {
  const asked = (outcome: string) =>
    found.filter(({ delivery: { state } }) => RETRY_OF_STATE[state] === outcome);
  const [sent, over] = [asked('sent'), asked('over')];
  const failed = sent.filter(hasFailed);
  const inOrder = [failed, sent, asked('queued'), over.filter(hasFailed), asked('sent_if_mended'), found];
  for (const meant of inOrder) {
    const [only] = meant;
    if (meant.length === 1 && only !== undefined) return only;
    if (meant.length > 1) break;
  }
  return refusePlatform(
    failed.length > 0
      ? `must be given: ${failed.length} deliveries of this conversion have failed`
      : `must be given: this conversion has ${found.length} deliveries`,
  );
}

function hasFailed({ delivery: { state } }: Found): boolean {
  return STATUS_OF_DELIVERY_STATE[state] === 'failed';
}

function noIntegration(platform: AdPlatform | undefined): ApiError {
  const message =
    platform === undefined
      ? 'This conversion was sent to no ad platform, so there is no delivery to retry: the project has no integration.'
      : `This conversion was not sent to ${platform}, so there is no delivery to retry: the project has no integration with it.`;
  return new ApiError('invalid_request', message);
}

function notOwed(connected: readonly Integration[]): ApiError {
  const names = connected.map(({ platform }) => platform).join(' or ');
  return new ApiError(
    'invalid_request',
    `This conversion is not owed to ${names}: it was received before the integration was connected. cvq integration update --since sends earlier ones.`,
  );
}
