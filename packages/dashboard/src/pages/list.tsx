import type { BreakdownResponse, ReportResponse } from '@cvq/contract';
import { ROW_MEASURES } from '@cvq/contract/row-measures';
import { useEffect } from 'preact/hooks';
import { addressOf, state } from '../address/location.ts';
import { dimensionList, listedDimension, listTotals } from '../ask/dimension-list.ts';
import { dimensionName } from '../figures/dimension-name.ts';
import { isDimension } from '../figures/is-dimension.ts';
import { isToldIn } from '../figures/is-told-in.ts';
import { periodWords } from '../figures/period-words.ts';
import { sortOf } from '../figures/sort-of.ts';
import { Problem } from '../parts/problem.tsx';
import SpendUntold from '../parts/spend-untold.tsx';
import { UnmatchedSpend } from '../parts/unmatched-spend.tsx';
import { listSentence } from '../words/list-sentence.ts';
import { strangersText } from '../words/strangers-text.ts';
import { writing } from '../words/writing.ts';
import { ListPaging } from './list/list-paging.tsx';
import { ListTable } from './list/list-table.tsx';
import { ListTools } from './list/list-tools.tsx';
import NotFound from './not-found.tsx';
import '../style/list.css';
import '../style/sideways.css';

/** All values of a dimension. */
export default function List() {
  const answer = dimensionList.answer.value;
  const totals = listTotals.answer.value;
  const isStale = dimensionList.isStale.value || listTotals.isStale.value;
  const problem = dimensionList.problem.value ?? listTotals.problem.value;
  const dimension = listedDimension.value;
  const meta = answer?.meta;
  useEffect(() => {
    if (meta) writing.value = { ...writing.peek(), currency: meta.currency, timeZone: meta.timezone };
  }, [meta]);
  const retry = () => {
    dimensionList.retry();
    listTotals.retry();
  };
  // What was shown before is of another one.
  if (dimension !== null && !isDimension(dimension)) return <NotFound />;
  const isOfDimension = dimension !== null && answer?.data.dimension === dimension;
  return (
    <main id="main" class={`page list ${isStale ? 'stale' : ''}`} aria-busy={isStale}>
      <nav class="back" aria-label="Back">
        <a href={addressOf('overview')}>Overview</a> <span aria-hidden="true">/</span>{' '}
        {strangersText(dimensionName(dimension ?? ''))}
      </nav>
      {problem && <Problem of={problem} isAlone={!(isOfDimension && totals)} onRetry={retry} />}
      {isOfDimension && totals && (
        <Answered answer={answer} dimension={dimension} totals={totals.data.totals} />
      )}
    </main>
  );
}

type AnsweredProps = {
  readonly answer: BreakdownResponse;
  readonly dimension: string;
  readonly totals: ReportResponse['data']['totals'];
};

function Answered({ answer: { data, meta }, dimension, totals }: AnsweredProps) {
  const { search, filters, sort: asked } = state.value;
  const { lead, aside } = listSentence(
    {
      dimension,
      rows: meta.total_rows,
      search: search === null ? null : strangersText(search),
      period: periodWords(meta),
      isFiltered: filters.length > 0,
    },
    writing.value,
  );
  const measures = ROW_MEASURES.filter((name) => name !== 'ad_spend' || isSpendShown({ data, meta }));
  const sort = sortOf(asked, ['visitors', ...measures]);
  const isUntold = sortOf(asked, ROW_MEASURES).by !== sort.by;
  return (
    <>
      <h1 class="sentence" tabIndex={-1}>
        {lead} {aside && <span class="aside">{aside}</span>}
      </h1>
      {isUntold && data.spend_unavailable_reason && <SpendUntold reason={data.spend_unavailable_reason} />}
      <ListTools dimension={dimension} />
      {data.rows.length > 0 && (
        <ListTable
          {...{ rows: data.rows, dimension, measures, sort, totals, partial: data.trend?.partial ?? false }}
        />
      )}
      {sort.by === 'ad_spend' && (
        <p class="muted small">
          <UnmatchedSpend amount={data.unmatched_ad_spend} />
        </p>
      )}
      <ListPaging meta={meta} />
    </>
  );
}

/** A page further down has rows without a figure alone, and is sorted by it all the same. */
const isSpendShown = ({ data: { rows }, meta: { sort } }: Pick<BreakdownResponse, 'data' | 'meta'>) =>
  isToldIn(rows, 'ad_spend') || sort.endsWith('ad_spend');
