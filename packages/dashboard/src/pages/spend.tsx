import type { ReportResponse, SpendResponse } from '@cvq/contract';
import { useEffect } from 'preact/hooks';
import { state } from '../address/location.ts';
import { spend, spendReport } from '../ask/spend.ts';
import { adSourceName } from '../figures/ad-source-name.ts';
import { earlierWords } from '../figures/earlier-words.ts';
import { periodWords } from '../figures/period-words.ts';
import { Problem } from '../parts/problem.tsx';
import { spendSentence } from '../words/spend-sentence.ts';
import { writing } from '../words/writing.ts';
import { Campaigns } from './spend/campaigns.tsx';
import { NotConnected } from './spend/not-connected.tsx';
import { SpendFigure } from './spend/spend-figure.tsx';
import { SpendNews } from './spend/spend-news.tsx';
import { SpendSources } from './spend/spend-sources.tsx';
import { SpendStrip } from './spend/spend-strip.tsx';
import '../style/sideways.css';
import '../style/spend.css';

/** What ads cost, beside what was earned. */
export default function Spend() {
  const told = spend.answer.value;
  const report = spendReport.answer.value;
  const isStale = spend.isStale.value || spendReport.isStale.value;
  const problem = spend.problem.value ?? spendReport.problem.value;
  const meta = told?.meta;
  useEffect(() => {
    if (meta) writing.value = { ...writing.peek(), currency: meta.currency, timeZone: meta.timezone };
  }, [meta]);
  const retry = () => {
    spend.retry();
    spendReport.retry();
  };
  return (
    <main id="main" class={`page spend ${isStale ? 'stale' : ''}`} aria-busy={isStale}>
      {problem && <Problem of={problem} isAlone={!(told && report)} onRetry={retry} />}
      {told && report && <Answered told={told} report={report} />}
    </main>
  );
}

type AnsweredProps = { readonly told: SpendResponse; readonly report: ReportResponse };

function Answered({ told: { data, meta }, report }: AnsweredProps) {
  if (!data.available) return <NotConnected data={data} period={periodWords(meta)} />;
  const { now, before } = report.data.totals;
  const { lead, aside } = spendSentence(
    {
      period: periodWords(meta),
      earlier: earlierWords(report.meta, report.meta.compare),
      spend: { now: data.totals.ad_spend, before: before?.ad_spend ?? null },
      revenue: now.revenue,
      platforms: data.by_platform.map(({ platform }) => adSourceName(platform)),
      incomplete: [...new Set(data.incomplete.map(({ platform }) => adSourceName(platform)))],
    },
    writing.value,
  );
  return (
    <>
      <h1 class="sentence" tabIndex={-1}>
        {lead} <span class="aside">{aside}</span>
      </h1>
      {state.value.filters.length > 0 && (
        <p class="notice">Platforms tell what ads cost by campaign: no filter applies to this page.</p>
      )}
      <SpendNews data={data} lastDay={meta.end_date} />
      <SpendStrip totals={report.data.totals} isCompared={report.meta.compare?.complete === true} />
      <SpendFigure report={report} />
      <Campaigns data={data} />
      <SpendSources data={data} now={meta.generated_at} />
    </>
  );
}
