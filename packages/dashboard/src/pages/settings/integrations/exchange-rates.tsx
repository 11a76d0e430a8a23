import type { ListRatesResponse } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { exchangeRates, importRates, removeRates } from '../../../ask/exchange-rates.ts';
import { mayAdminister } from '../../../ask/role.ts';
import { day } from '../../../words/dates.ts';
import { count } from '../../../words/numbers.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';
import { FileField } from './file-field.tsx';
import { ImportedRow } from './imported-row.tsx';
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
          <ImportedRow
            key={`${from} ${to}`}
            name={`${from} to ${to}`}
            removes={`the rates from ${from} to ${to}`}
            onRemove={() => void asking.run(() => removeRates(from, to))}
          >
            {rate.toLocaleString(writing.value.locale, { maximumFractionDigits: 12 })} since{' '}
            {day(date, writing.value)}
            {many > 1 && ` · ${count(many, writing.value)} rates`}
          </ImportedRow>
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
  const [stored, setStored] = useState<number | null>(null);
  return (
    <div class="form" aria-busy={asking.isBusy}>
      <FileField
        label="A CSV file of rates"
        onChoose={(file) => {
          setStored(null);
          if (file) void asking.run(async () => setStored(await importRates(file)));
        }}
      >
        Its first line is <code class="columns">date,from,to,rate</code>. A rate is in force from its day on.
        The file is stored at once, whole or not at all.
      </FileField>
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
