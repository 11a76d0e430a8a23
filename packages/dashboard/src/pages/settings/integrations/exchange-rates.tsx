import type { ListRatesResponse } from '@cvq/contract';
import { useId, useState } from 'preact/hooks';
import { exchangeRates, importRates, removeRates } from '../../../ask/exchange-rates.ts';
import { mayAdminister } from '../../../ask/role.ts';
import { day } from '../../../words/dates.ts';
import { count } from '../../../words/numbers.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';
import { useAsking } from './use-asking.ts';

type Rate = ListRatesResponse['data'][number];

/** What other currencies are worth: spend in them counts only where a rate says so. */
export function ExchangeRates() {
  return (
    <section class="integration" aria-labelledby="rates">
      <header>
        <h2 id="rates">Exchange rates</h2>
      </header>
      <Pairs />
      {mayAdminister.value && <ImportFile />}
    </section>
  );
}

function Pairs() {
  const asking = useAsking();
  const pairs = pairsOf(exchangeRates.answer.value?.data ?? []);
  if (pairs.length === 0)
    return (
      <p class="muted small">
        None are stored: spend in another currency than that of the project is named, and not added up.
      </p>
    );
  return (
    <>
      <ul class="ledger" aria-label="Currencies with rates">
        {pairs.map(({ latest: { from, to, date, rate }, many }) => (
          <li key={`${from} ${to}`}>
            <div>
              <b>
                {from} to {to}
              </b>
              <p class="muted small">
                {rate.toLocaleString(writing.value.locale, { maximumFractionDigits: 12 })} since{' '}
                {day(date, writing.value)}
                {many > 1 && ` · ${count(many, writing.value)} rates`}
              </p>
            </div>
            {mayAdminister.value && (
              <button
                type="button"
                class="button"
                onClick={() => void asking.run(() => removeRates(from, to))}
              >
                Remove
                <span class="sr">
                  {' '}
                  the rates from {from} to {to}
                </span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
    </>
  );
}

/** Each pair of currencies once, with its latest rate and how many there are. */
function pairsOf(rates: readonly Rate[]): readonly { readonly latest: Rate; readonly many: number }[] {
  const pairs = new Map<string, { readonly latest: Rate; readonly many: number }>();
  for (const rate of rates) {
    const { latest, many } = pairs.get(`${rate.from} ${rate.to}`) ?? { latest: rate, many: 0 };
    const isLater = rate.date > latest.date;
    pairs.set(`${rate.from} ${rate.to}`, { latest: isLater ? rate : latest, many: many + 1 });
  }
  return [...pairs.values()];
}

function ImportFile() {
  const asking = useAsking();
  const id = useId();
  const [stored, setStored] = useState<number | null>(null);
  return (
    <div class="form" aria-busy={asking.isBusy}>
      <div class="field">
        <label for={id}>A CSV file of rates</label>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-about`}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            setStored(null);
            if (file) void asking.run(async () => setStored(await importRates(file)));
          }}
        />
        <p id={`${id}-about`} class="muted small">
          Its first line is <code class="columns">date,from,to,rate</code>. A rate is in force from its day
          on. The file is stored at once, whole or not at all.
        </p>
      </div>
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
      {asking.faults.length > 0 && (
        <ul class="checks" aria-label="What is wrong with the rates">
          {asking.faults.map((fault) => (
            <li key={fault}>{strangersText(fault)}</li>
          ))}
        </ul>
      )}
      <p role="status" class="up">
        {stored !== null && `Stored ${count(stored, writing.value)} ${stored === 1 ? 'rate' : 'rates'}.`}
      </p>
    </div>
  );
}
