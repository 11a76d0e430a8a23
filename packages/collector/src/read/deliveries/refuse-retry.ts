import type { AdPlatform, SkipReason } from '@cvq/contract';
import type { ForwardedConversion } from '@cvq/storage';
import { clickOf, retryUntil } from '../../ad-platforms/forwarding/retry-until.ts';
import { ApiError } from '../../errors/api-error.ts';

/** Why nothing is sent, and what would have to change first. */
const WHY: Readonly<Record<SkipReason, string>> = {
  bot: 'it is of a bot, and no conversion of a bot is ever sent',
  duplicate_order: 'another report of the same order is the sale or was sent, and an order is sent once',
  foreign_host: 'it happened on a host that is none of the project',
  local_page: 'it happened on a page of a local machine or network, which no report counts',
  no_consent:
    'the visitor does not allow it: what counts where nothing was said is --ad-consent of cvq project update',
  no_identifier:
    'there is nothing that the platform could match: no click of its own, and no e-mail address or phone number that may be used',
  no_mapping:
    'the integration does not say what the platform calls this event type: add it with cvq integration update --map',
  no_value:
    'it has no value and no currency, which Meta asks for of every Purchase: map the event type to another event with cvq integration update --map',
  removed: 'it was removed',
  dry_run: 'the integration is a dry run, which cvq integration update --live ends',
  erased: 'what identified the person was erased',
  integration_removed: 'its integration was removed',
};

/** @throws ApiError invalid_request, with the reason for programs */
export function refuseFor(reason: SkipReason, platform: AdPlatform): never {
  throw new ApiError('invalid_request', `This conversion is not sent to ${platform}: ${WHY[reason]}.`, {
    details: { platform, reason },
  });
}

/**
 * The one window that sending goes by, too. Of several platforms one that still takes the conversion is enough.
 * @throws ApiError outside_retry_window
 */
export function refuseOutsideWindow(
  { clicks, at }: Pick<ForwardedConversion, 'clicks' | 'at'>,
  platforms: readonly AdPlatform[],
  now: number,
): void {
  const windows = platforms.map((platform) => ({
    platform,
    until: retryUntil(platform, clickOf(platform, clicks), at),
  }));
  if (windows.some(({ until }) => now <= until)) return;
  throw outsideWindow(windows);
}

/** The refusal to send a conversion that none of these platforms takes any more. */
export function outsideWindow(
  windows: readonly { readonly platform: AdPlatform; readonly until: number }[],
  why?: string,
): ApiError {
  const told = windows.map(({ platform, until }) => ({
    platform,
    retry_until: new Date(until).toISOString(),
  }));
  const ends = told.map(({ platform, retry_until }) => `${platform} until ${retry_until}`).join(', ');
  return new ApiError(
    'outside_retry_window',
    why ?? `The conversion is too old to be sent again: it was accepted by ${ends}.`,
    { details: { windows: told } },
  );
}

/** @throws ApiError invalid_request that names the argument */
export function refusePlatform(message: string): never {
  throw new ApiError('invalid_request', `platform ${message}.`, {
    details: { fields: [{ field: 'platform', message }] },
  });
}
