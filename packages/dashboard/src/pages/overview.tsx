import type { DashboardOverview, ReportBreakdown } from '@cvq/contract';
import { useLayoutEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso';
import { daysOfBuckets } from '../address/days-of-buckets.ts';
import { choose, state } from '../address/location.ts';
import { areFirstFiguresShown, noteFigures } from '../ask/first-figures.ts';
import { overview, staleClass } from '../ask/overview.ts';
import { LineChart, useReading } from '../chart/line-chart.tsx';
import { comparable } from '../figures/comparable.ts';
import { METRICS } from '../figures/metrics.ts';
import { overviewFacts } from '../figures/overview-facts.ts';
import { PANELS } from '../figures/panels.ts';
import { lazily } from '../parts/lazily.ts';
import { Legend } from '../parts/legend.tsx';
import { notedDay } from '../parts/open-notes.ts';
import { Outline } from '../parts/outline.tsx';
import { Panel } from '../parts/panel.tsx';
import { Problem } from '../parts/problem.tsx';
import { Strip } from '../parts/strip.tsx';
import { overviewSentence } from '../words/overview-sentence.ts';
import { writing } from '../words/writing.ts';

const Nobody = lazily(() => import('../parts/nobody.tsx'));
const LatestConversions = lazily(() => import('../parts/latest-conversions.tsx'));
const SpendUntold = lazily(() => import('../parts/spend-untold.tsx'));
const SeriesTable = lazily(() => import('../parts/series-table.tsx'));
const BeforeData = lazily(() => import('../parts/before-data.tsx'));

/** Of who reads. */
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What people look at every morning. */
export default function Overview() {
  const answer = overview.answer.value;
  const problem = overview.problem.value;
  // Who waits for the first visit asks again and again, and sees nothing of it.
  const isStale = overview.isStale.value && answer?.meta.first_event_at !== null;
  return (
    <main id="main" class={`page ${isStale ? staleClass.value : ''}`} aria-busy={isStale}>
      {problem && <Problem of={problem} isAlone={!answer} onRetry={overview.retry} />}
      {isStale && <div class="waiting" aria-hidden="true" />}
      {answer && <Answered answer={answer} />}
      {!answer && !problem && <Outline />}
    </main>
  );
}

/** Of a project that nobody has visited yet there are no figures. */
function Answered({ answer }: { readonly answer: DashboardOverview }) {
  useLayoutEffect(noteFigures, []);
  const { first_event_at, timezone, currency } = answer.meta;
  if (first_event_at !== null) return <Figures answer={comparable(answer)} />;
  return (
    <ErrorBoundary>
      <BeforeData {...{ timezone, currency }} />
    </ErrorBoundary>
  );
}

function Figures({ answer }: { readonly answer: DashboardOverview }) {
  const { data, meta } = answer;
  const { events, sessions } = data.totals.now;
  const isEmpty = events === 0 && sessions === 0;
  const isByHour = data.series.granularity === 'hour' ? 'granularity_hour' : null;
  const untold =
    METRICS[state.value.metric].rowsBy === 'ad_spend' && (data.spend_unavailable_reason ?? isByHour);
  const { lead, aside } = overviewSentence(overviewFacts(answer, state.value), writing.value);
  return (
    <>
      <h1 class="sentence" tabIndex={-1}>
        {lead} <span class="aside">{aside}</span>
      </h1>
      {isEmpty && (
        <ErrorBoundary>
          <Nobody />
        </ErrorBoundary>
      )}
      <Strip totals={data.totals} />
      <ErrorBoundary>{untold && <SpendUntold reason={untold} />}</ErrorBoundary>
      <div id="figures" role="tabpanel" aria-label={METRICS[state.value.metric].name}>
        {state.value.table ? <TableFigure answer={answer} /> : <ChartFigure answer={answer} />}
        <div class="panels">
          {PANELS.map(({ id, tabs }, place) => (
            <Panel
              key={id}
              {...{ id, tabs }}
              panel={data.breakdowns[place] as ReportBreakdown}
              totals={data.totals}
              partial={data.series.partial}
            />
          ))}
        </div>
      </div>
      <div class="latest-room">
        <ErrorBoundary>
          {areFirstFiguresShown.value && (
            <LatestConversions conversions={data.conversions} total={data.totals.now.conversions} />
          )}
        </ErrorBoundary>
      </div>
      {meta.timezone !== OWN_ZONE && <p class="zone muted small">Times are those of {meta.timezone}.</p>}
    </>
  );
}

function ChartFigure({ answer }: { readonly answer: DashboardOverview }) {
  const { series, annotations } = answer.data;
  const { metric } = state.value;
  const read = useReading();
  const { granularity, partial, now, before } = series;
  return (
    <figure class="main-chart">
      <LineChart
        series={{
          granularity,
          partial,
          now: now.measures[metric] ?? [],
          before: before?.measures[metric] ?? null,
        }}
        buckets={{ granularity, ...now }}
        beforeBuckets={before && { granularity, ...before }}
        metric={METRICS[metric]}
        annotations={annotations}
        read={read}
        onNote={(label) => {
          notedDay.value = label.slice(0, 10);
        }}
        onSpan={(...places) =>
          choose({ range: daysOfBuckets(now.labels, places, answer.meta.end_date), granularity: null })
        }
      />
      <Legend answer={answer} read={read} />
    </figure>
  );
}

function TableFigure({ answer }: { readonly answer: DashboardOverview }) {
  const read = useReading();
  return (
    <figure class="main-chart">
      <ErrorBoundary>
        <SeriesTable answer={answer} />
      </ErrorBoundary>
      <Legend answer={answer} read={read} />
    </figure>
  );
}
