import { AD_PLATFORMS, type AdPlatform, type Conversion, DAY_MS, RETRY_WINDOWS } from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';

/**
 * Why a conversion cannot be sent again: the only ending that there is while nothing delivers to ad platforms.
 * @throws ApiError outside_retry_window past the window of the platform, and without one past those of all;
 * invalid_request where there is no delivery that could be repeated.
 */
export function refuseRetry(conversion: Conversion, platform: AdPlatform | undefined, now: number): never {
  const platforms = platform === undefined ? AD_PLATFORMS : [platform];
  const open = platforms.filter((name) => now <= retryUntil(conversion, name));
  if (open.length === 0) throw outsideWindow(conversion, platforms);
  if (conversion.deliveries.length === 0) throw nothingToRetry();
  const failed = conversion.deliveries.filter(({ status }) => status === 'failed');
  const message =
    platform === undefined
      ? `must be given: ${failed.length} deliveries of this conversion have failed`
      : 'has no failed delivery of this conversion';
  throw new ApiError('invalid_request', `platform ${message}.`, {
    details: { fields: [{ field: 'platform', message }] },
  });
}

function nothingToRetry(): ApiError {
  const message =
    'This conversion was sent to no ad platform, so there is no delivery to retry: the project has no integration.';
  return new ApiError('invalid_request', message);
}

/** The last instant at which a platform accepts the conversion: by its click, without one by its own time. */
function retryUntil({ attribution, timestamp }: Conversion, platform: AdPlatform): number {
  return Date.parse(attribution.clicked_at ?? timestamp) + RETRY_WINDOWS[platform].days * DAY_MS;
}

function outsideWindow(conversion: Conversion, platforms: readonly AdPlatform[]): ApiError {
  const windows = platforms.map((platform) => ({
    platform,
    retry_until: new Date(retryUntil(conversion, platform)).toISOString(),
  }));
  const ends = windows.map(({ platform, retry_until }) => `${platform} until ${retry_until}`).join(', ');
  return new ApiError(
    'outside_retry_window',
    `The conversion is too old to be sent again: it was accepted by ${ends}.`,
    {
      details: { windows },
    },
  );
}
