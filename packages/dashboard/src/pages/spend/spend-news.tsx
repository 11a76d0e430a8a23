import type { SpendOfCurrency } from '@cvq/contract';
import { adSourceName } from '../../figures/ad-source-name.ts';
import { exactMoney } from '../../words/numbers.ts';
import { spendWarning } from '../../words/spend-warning.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';
import type { ToldSpend } from './told-spend.ts';

type SpendNewsProps = { readonly data: ToldSpend; readonly lastDay: string };

/** What is to be known beside the figures: days that are missing or not over, other currencies, other time zones. */
export function SpendNews({ data, lastDay }: SpendNewsProps) {
  const { message, spend_warnings = [], by_currency, currency } = data;
  // That today is not over stands below the chart.
  const warnings = spend_warnings.filter(
    ({ code, first_day: first }) => code !== 'provisional' || first === null || first < lastDay,
  );
  const isMixed = by_currency.some((one) => one.currency !== currency);
  return (
    <>
      {message !== undefined && <p class="notice">{message}</p>}
      {warnings.length > 0 && (
        <ul class="spend-news">
          {warnings.map((told) => (
            <li key={told.message} class={told.code === 'incomplete' ? 'warn' : 'muted'}>
              {strangersText(spendWarning(told, adSourceName, { ...writing.value, today: lastDay }))}
            </li>
          ))}
        </ul>
      )}
      {isMixed && <Currencies sums={by_currency} />}
    </>
  );
}

function Currencies({ sums }: { readonly sums: readonly SpendOfCurrency[] }) {
  const { locale } = writing.value;
  return (
    <table class="currencies">
      <thead>
        <tr>
          <th scope="col">Paid in</th>
          <th scope="col" class="n">
            Amount
          </th>
          <th scope="col" class="n">
            In {writing.value.currency}
          </th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ currency, ad_spend, converted }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td class="n">{exactMoney(ad_spend, { locale, currency })}</td>
            <td class="n">{converted === null ? 'no rate' : exactMoney(converted, writing.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
