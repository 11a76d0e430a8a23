import type { AdPlatform, Conversion } from '@cvq/contract';
import { NOT_SET } from '@cvq/contract/constants';
import { addressOf } from '../address/location.ts';
import { stateWords } from '../figures/delivery-words.ts';
import { dimensionValue, isUnset } from '../figures/dimension-value.ts';
import { PLATFORM_NAMES } from '../figures/platform-names.ts';
import { dayAndClock } from '../words/moments.ts';
import { count, exactMoney, UNKNOWN } from '../words/numbers.ts';
import { strangersText } from '../words/strangers-text.ts';
import { writing } from '../words/writing.ts';
import { DeliveryGlyph } from './delivery-glyph.tsx';
import '../style/latest.css';

type LatestConversionsProps = { readonly conversions: readonly Conversion[]; readonly total: number };

/** The latest conversions: a click leads to the life of one. */
export default function LatestConversions({ conversions, total }: LatestConversionsProps) {
  const owed = conversions.flatMap(({ deliveries }) => deliveries.map(({ platform }) => platform));
  const platforms = [...new Set(owed)].toSorted();
  return (
    <section class="latest" aria-labelledby="latest">
      <header>
        <h2 id="latest">Latest conversions</h2>
        <a href={addressOf('conversions')}>All {count(total, writing.value)}</a>
      </header>
      <table>
        <thead class="sr">
          <tr>
            {[
              'Time',
              'Type',
              'Source and campaign',
              'Order',
              ...platforms.map((platform) => PLATFORM_NAMES[platform]),
              'Value',
            ].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {conversions.map((conversion) => (
            <LatestRow key={conversion.id} {...{ conversion, platforms }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type LatestRowProps = { readonly conversion: Conversion; readonly platforms: readonly AdPlatform[] };

function LatestRow({ conversion, platforms }: LatestRowProps) {
  const { id, timestamp, event_type, attribution, order_id, value, currency, deliveries } = conversion;
  const { locale } = writing.value;
  return (
    <tr>
      <td class="when">
        <time dateTime={timestamp}>{dayAndClock(timestamp, writing.value)}</time>
      </td>
      <th scope="row">
        <a href={addressOf(`conversions/${id}`)}>{strangersText(event_type)}</a>
      </th>
      <td class="origin">
        {dimensionValue('source', attribution.source ?? NOT_SET, locale)}
        {attribution.campaign !== null && !isUnset(attribution.campaign) && (
          <span class="muted"> · {strangersText(attribution.campaign)}</span>
        )}
      </td>
      <td class="order muted">{strangersText(order_id ?? '')}</td>
      {platforms.map((platform) => {
        // Of a platform that was connected anew, what its newest connection came to.
        const delivery = deliveries.findLast((each) => each.platform === platform);
        const where = delivery ? stateWords(delivery) : 'Not owed';
        return (
          <td key={platform} class="g">
            <DeliveryGlyph
              status={delivery?.status ?? null}
              words={`${PLATFORM_NAMES[platform]}: ${where}`}
            />
          </td>
        );
      })}
      <td class="n">
        {value === null
          ? UNKNOWN
          : exactMoney(value, { locale, currency: currency ?? writing.value.currency })}
      </td>
    </tr>
  );
}
