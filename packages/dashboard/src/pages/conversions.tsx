import type { DeliveryAccount } from '@cvq/contract';
import { useEffect } from 'preact/hooks';
import { state } from '../address/location.ts';
import { conversionList, conversionTotals, deliveryAccounts } from '../ask/conversions.ts';
import { periodWords } from '../figures/period-words.ts';
import { Problem } from '../parts/problem.tsx';
import { conversionsSentence } from '../words/conversions-sentence.ts';
import { writing } from '../words/writing.ts';
import { Account } from './conversions/account.tsx';
import { List } from './conversions/list.tsx';
import '../style/conversions.css';

/** What was converted, and where each conversion is: at every platform, or why not. */
export default function Conversions() {
  const totals = conversionTotals.answer.value;
  const platforms = inOrder(deliveryAccounts.answer.value?.data.platforms ?? []);
  const meta = totals?.meta;
  useEffect(() => {
    if (meta) writing.value = { ...writing.peek(), currency: meta.currency, timeZone: meta.timezone };
  }, [meta]);
  const isStale = conversionList.isStale.value || conversionTotals.isStale.value;
  const { filters, segment } = state.value;
  // What is wrong with the address would be said by each of its questions.
  const isTold = conversionTotals.problem.value !== null;
  const isFiltered = filters.length > 0 || segment !== null;
  return (
    <main id="main" class={`page ${isStale ? 'stale' : ''}`} aria-busy={isStale}>
      {conversionTotals.problem.value && (
        <Problem of={conversionTotals.problem.value} isAlone={!totals} onRetry={conversionTotals.retry} />
      )}
      {totals && <Heading totals={totals} isFiltered={isFiltered} />}
      {deliveryAccounts.problem.value && !isTold && (
        <Problem of={deliveryAccounts.problem.value} onRetry={deliveryAccounts.retry} />
      )}
      {platforms.length > 0 && <Account platforms={platforms} isFiltered={isFiltered} />}
      {conversionList.problem.value && !isTold && (
        <Problem of={conversionList.problem.value} onRetry={conversionList.retry} />
      )}
      {conversionList.answer.value && <List answer={conversionList.answer.value} platforms={platforms} />}
      {meta && <p class="zone muted small">Times are those of {meta.timezone}.</p>}
    </main>
  );
}

/** As everywhere: the latest conversions of the Overview have their glyphs in the same order. */
const inOrder = (accounts: readonly DeliveryAccount[]) =>
  accounts.toSorted((one, other) => (one.platform < other.platform ? -1 : 1));

type HeadingProps = {
  readonly totals: NonNullable<typeof conversionTotals.answer.value>;
  readonly isFiltered: boolean;
};

function Heading({ totals: { data, meta }, isFiltered }: HeadingProps) {
  const platforms = deliveryAccounts.answer.value?.data.platforms ?? [];
  // What failed at a connection that is no more is nothing that anybody could set right.
  const present = platforms.filter(({ integration_state }) => integration_state !== 'removed');
  const sum = (name: 'waiting' | 'failed') => present.reduce((all, account) => all + account[name], 0);
  const isToldOf = present.length > 0 && !isFiltered;
  const { lead, aside } = conversionsSentence(
    {
      period: periodWords(meta),
      isFiltered,
      conversions: data.conversions,
      revenue: data.revenue,
      otherAmounts: meta.currency_warnings ?? [],
      deliveries: isToldOf ? { waiting: sum('waiting'), failed: sum('failed') } : null,
    },
    writing.value,
  );
  return (
    <h1 class="sentence" tabIndex={-1}>
      {lead} <span class="aside">{aside}</span>
    </h1>
  );
}
