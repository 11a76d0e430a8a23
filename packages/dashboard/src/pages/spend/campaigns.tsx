import type { SpendResponse } from '@cvq/contract';
import { state } from '../../address/location.ts';
import { comparedDays, spendBefore, spendOver } from '../../ask/spend.ts';
import { adSourceName } from '../../figures/ad-source-name.ts';
import { METRICS, type MetricFacts } from '../../figures/metrics.ts';
import { type Sort, sortOf } from '../../figures/sort-of.ts';
import { Delta } from '../../parts/delta.tsx';
import { SortHeader } from '../../parts/sort-header.tsx';
import { countsDiffer } from '../../words/chance.ts';
import { span } from '../../words/dates.ts';
import { count, type KnownNumber } from '../../words/numbers.ts';
import { unmatchedSentence } from '../../words/spend-sentence.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';
import type { ToldSpend } from './told-spend.ts';

type Column = 'ad_spend' | 'ad_clicks' | 'conversions' | 'revenue' | 'roas';
type Row = Readonly<Record<Column, number | null>>;

const COLUMNS: Readonly<Record<Column, MetricFacts>> = {
  ad_spend: METRICS.ad_spend,
  ad_clicks: { ...METRICS.visitors, name: 'Clicks', short: 'Clicks', write: count },
  conversions: METRICS.conversions,
  revenue: METRICS.revenue,
  roas: METRICS.roas,
};
const NAMES = Object.keys(COLUMNS) as [Column, ...Column[]];

/** Platforms with their campaigns: what each cost, and what came of it. */
export function Campaigns({ data }: { readonly data: ToldSpend }) {
  const sort = sortOf(state.value.sort, NAMES);
  const days = comparedDays();
  const [over, before] = [rowsIn(spendOver.answer.value), rowsIn(spendBefore.answer.value)];
  const isCompared = days !== null && over !== null && before !== null;
  const change = (key: string) => ({ now: over?.get(key), before: before?.get(key) });
  const cost = data.unmatched.every(({ ad_spend }) => ad_spend !== null)
    ? data.unmatched.reduce((sum, { ad_spend }) => sum + (ad_spend ?? 0), 0)
    : null;
  const cells = { sort, isCompared };
  const sizeOf = ({ ad_spend }: Row) => sizedBy(ad_spend, data.totals.ad_spend);
  return (
    <section class="campaigns" aria-labelledby="campaigns">
      <h2 id="campaigns">By platform and campaign</h2>
      <div class="sideways">
        <table>
          <thead>
            <tr>
              <th scope="col">Campaign</th>
              {NAMES.map((name) => (
                <SortHeader key={name} by={name} sort={sort} class={name}>
                  {COLUMNS[name].short}
                </SortHeader>
              ))}
              {isCompared && (
                <th scope="col" class="n change">
                  Change
                </th>
              )}
            </tr>
          </thead>
          {inOrder(data.by_platform, sort).map((platform) => (
            <tbody key={platform.platform}>
              <tr class="platform" ref={sizeOf(platform)}>
                <th scope="rowgroup">{adSourceName(platform.platform)}</th>
                <Cells row={platform} {...cells} change={change(platform.platform)} />
              </tr>
              {inOrder(campaignsOf(platform, data), sort).map((row) => (
                <tr key={row.campaign_id} ref={sizeOf(row)}>
                  <th scope="row">
                    <span class="name">{strangersText(row.campaign)}</span>
                    {!row.matched && <span class="muted small">no visits found</span>}
                  </th>
                  <Cells row={row} {...cells} change={change(`${row.platform} ${row.campaign_id}`)} />
                </tr>
              ))}
              <WithoutCampaign platform={platform} data={data} cells={cells} />
            </tbody>
          ))}
        </table>
      </div>
      <p class="muted small">{unmatchedSentence(data.unmatched.length, cost, writing.value)}</p>
      {isCompared && (
        <p class="muted small">
          The change is that of {spanOf(days.now)} from {spanOf(days.before)}, days that are over.
        </p>
      )}
    </section>
  );
}

const campaignsOf = ({ platform }: { readonly platform: string }, { by_campaign }: ToldSpend) =>
  by_campaign.filter((one) => one.platform === platform);

type WithoutCampaignProps = {
  readonly platform: ToldSpend['by_platform'][number];
  readonly data: ToldSpend;
  readonly cells: Pick<CellsProps, 'sort' | 'isCompared'>;
};

/** What came by the platform without an id of a campaign that it told of, so that the rows add up to their platform. */
function WithoutCampaign({ platform, data, cells }: WithoutCampaignProps) {
  const of = campaignsOf(platform, data);
  const rest = (column: 'conversions' | 'revenue') =>
    of.reduce((left, row) => left - (row[column] ?? 0), platform[column] ?? 0);
  const conversions = rest('conversions');
  if (conversions <= 0) return null;
  const row = { ad_spend: null, ad_clicks: null, conversions, revenue: rest('revenue'), roas: null };
  return (
    <tr>
      <th scope="row">
        <span class="name soft">Campaign not known</span>
      </th>
      <Cells row={row} {...cells} change={null} />
    </tr>
  );
}

const spanOf = ({ start_date, end_date }: { start_date: string; end_date: string }) =>
  span(start_date, end_date, { ...writing.value, today: end_date });

/** The rule under a row is as long as its share of what was spent. */
function sizedBy(part: number | null, whole: number | null): (row: HTMLElement | null) => void {
  const share = part !== null && whole !== null && whole > 0 ? Math.max(0, (part / whole) * 100) : 0;
  return (row) => row?.style.setProperty('--share', `${share}%`);
}

type CellsProps = {
  readonly row: Row;
  readonly sort: Sort<Column>;
  readonly isCompared: boolean;
  /** Null where nothing is known of earlier days. */
  readonly change: { readonly now: Row | undefined; readonly before: Row | undefined } | null;
};

function Cells({ row, sort: { by }, isCompared, change }: CellsProps) {
  const valueIn = (of: Row | undefined): KnownNumber => (of === undefined ? 0 : of[by]);
  const [now, before] = change === null ? [null, null] : [valueIn(change.now), valueIn(change.before)];
  return (
    <>
      {NAMES.map((name) => (
        <td key={name} class={`n ${name} ${name === by ? 'main' : ''}`}>
          {COLUMNS[name].write(row[name], writing.value)}
        </td>
      ))}
      {isCompared && (
        <td class="n change">
          <Delta metric={COLUMNS[by]} now={now} before={before} emphasis={emphasisOf(by, { now, before })} />
        </td>
      )}
    </>
  );
}

/** Counts move by chance; what ads cost is decided, and of a ratio nobody knows what it varies by. */
function emphasisOf(
  by: Column,
  { now, before }: { readonly now: KnownNumber; readonly before: KnownNumber },
) {
  const isCount = by === 'conversions' || by === 'ad_clicks';
  return isCount && countsDiffer(now, before, 2.5) ? 'coloured' : 'muted';
}

/** What is not known comes last, whichever way. */
function inOrder<Of extends Row>(rows: readonly Of[], { by, isDescending }: Sort<Column>): Of[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [one[by], other[by]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}

/** Platforms and campaigns of an answer, by what names them; null without one. */
function rowsIn(answer: SpendResponse | null): ReadonlyMap<string, Row> | null {
  if (!answer?.data.available) return null;
  const { by_platform, by_campaign } = answer.data;
  return new Map<string, Row>([
    ...by_platform.map((row) => [row.platform, row] as const),
    ...by_campaign.map((row) => [`${row.platform} ${row.campaign_id}`, row] as const),
  ]);
}
