import type { Conversion } from '@cvq/contract';
import { NOT_SET } from '@cvq/contract/constants';
import { addressOf } from '../address/location.ts';
import { dimensionValue, isUnset } from '../figures/dimension-value.ts';
import { dayAndClock } from '../words/moments.ts';
import { count, exactMoney, UNKNOWN } from '../words/numbers.ts';
import { strangersText } from '../words/strangers-text.ts';
import { writing } from '../words/writing.ts';
import '../style/latest.css';

type LatestConversionsProps = { readonly conversions: readonly Conversion[]; readonly total: number };

/** The latest conversions: a click leads to the life of one. */
export default function LatestConversions({ conversions, total }: LatestConversionsProps) {
  return (
    <section class="latest" aria-labelledby="latest">
      <header>
        <h2 id="latest">Latest conversions</h2>
        <a href={addressOf('conversions')}>All {count(total, writing.value)}</a>
      </header>
      <table>
        <thead class="sr">
          <tr>
            {['Time', 'Type', 'Source and campaign', 'Order', 'Value'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {conversions.map((conversion) => (
            <LatestRow key={conversion.id} {...conversion} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LatestRow({ id, timestamp, event_type, attribution, order_id, value, currency }: Conversion) {
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
      <td class="n">
        {value === null
          ? UNKNOWN
          : exactMoney(value, { locale, currency: currency ?? writing.value.currency })}
      </td>
    </tr>
  );
}
