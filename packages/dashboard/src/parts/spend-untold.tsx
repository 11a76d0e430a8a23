import type { SpendUnavailableReason } from '@cvq/contract';
import { addressOf } from '../address/location.ts';

const WHY: Readonly<Record<SpendUnavailableReason, string>> = {
  no_ad_platform_integration: 'No ad platform is connected, and no file was imported.',
  integration_error: 'The platforms could not be read on these days.',
  not_read: 'It was not read on these days.',
  currency_mixed: 'Some was paid in a currency of which the project has no rate.',
  granularity_hour: 'Platforms tell it by the day, not by the hour.',
  part_days: 'Platforms tell it by the day, and these are parts of days.',
  filtered: 'Platforms tell it by campaign, and a filter is on something else.',
  unsupported_dimension: 'Platforms tell it by campaign.',
};

/** Why what ads cost is a dash. */
export default function SpendUntold({ reason }: { readonly reason: SpendUnavailableReason }) {
  return (
    <p class="notice">
      What ads cost is not known here. {WHY[reason]} <a href={addressOf('spend')}>Spend</a> has more.
    </p>
  );
}
