import type { Dimension } from '@cvq/contract';
import { AnswerTooLarge } from '../../answer-too-large.ts';
import type { CampaignGroup, Period, Question } from '../../reports.ts';
import { attributedTouches } from './credit/attribution.ts';
import { countedSales, filterMeasures } from './filters/filtered-events.ts';
import { SumsByRow } from './measures/sums-by-row.ts';
import { type ReportContext, startRun } from './report-run.ts';
import type { DictionaryColumns, DictionaryIds } from './values/dictionary-columns.ts';
import { valuesOfDimension } from './values/values-of-dimension.ts';

/** What came of touches, by their words. Nothing but sessions and conversions is looked at where nothing is filtered. */
export function campaigns(context: ReportContext, question: Question, period: Period): CampaignGroup[] {
  const run = startRun(context, question, period);
  const groups = new Groups(context.dictionaries);
  const filtered = filterMeasures(run, question);
  const sales = countedSales(run, question, filtered);
  const touches = attributedTouches(run, sales);
  sales.each((sale, index) => {
    const group = groups.of(touches[index] as number);
    (groups.sums.conversions[group] as number) += 1;
    groups.sums.money.addSale(group, sale.sold, sale.sale);
  });
  filtered.eachDayOfSessions(({ sessions: { touch, count } }, counts) => {
    for (let place = 0; place < count; place += 1)
      if (counts[place] === 1) groups.addSession(touch[place] as number);
  });
  return groups.told();
}

/** The words that campaigns are told apart by, beside their ids, and the dimension that each is a value of. */
const DIMENSION_OF = {
  source: 'source',
  medium: 'medium',
  channel: 'channel',
  campaign: 'campaign',
  adPlatform: 'ad_platform',
} as const satisfies Partial<Record<keyof CampaignGroup, Dimension>>;
type Words = Record<keyof typeof DIMENSION_OF, string>;

/** Of each there is an object in the answer, and who asks needs all of them. */
const MOST_GROUPS = 50_000;

/** Touches with the same words and the same id of a campaign are one group, numbered from 0. */
class Groups {
  readonly sums = new SumsByRow(0);
  readonly #dictionaries: DictionaryColumns;
  readonly #words;
  /** By touch, the number of the text; 0 for none. */
  readonly #campaignId: DictionaryIds;
  /** From 1. */
  readonly #byTouch: Uint32Array;
  readonly #byNumbers = new Map<string, number>();
  /** By group, one of its touches. */
  readonly #touches: number[] = [];

  constructor(dictionaries: DictionaryColumns) {
    this.#dictionaries = dictionaries;
    this.#campaignId = dictionaries.column('touches.campaign_id');
    this.#byTouch = new Uint32Array(this.#campaignId.length);
    this.#words = Object.entries(DIMENSION_OF).map(([name, dimension]) => {
      return { name, values: valuesOfDimension(dictionaries, dimension) };
    });
  }

  /** @throws AnswerTooLarge */
  of(touch: number): number {
    const known = this.#byTouch[touch] as number;
    if (known !== 0) return known - 1;
    const numbers = [this.#campaignId[touch], ...this.#words.map(({ values }) => values.ofTouch(touch))];
    const key = numbers.join(' ');
    const group = this.#byNumbers.get(key) ?? this.#begin(touch);
    this.#byNumbers.set(key, group);
    this.#byTouch[touch] = group + 1;
    return group;
  }

  addSession(touch: number): void {
    const group = this.of(touch);
    (this.sums.sessions[group] as number) += 1;
  }

  told(): CampaignGroup[] {
    return this.#touches.map((touch, group) => {
      const words = this.#words.map(({ name, values }) => [name, values.text(values.ofTouch(touch))]);
      const campaignId = this.#campaignId[touch] as number;
      return {
        ...(Object.fromEntries(words) as Words),
        campaignId: campaignId === 0 ? null : this.#dictionaries.text(campaignId),
        sessions: this.sums.sessions[group] as number,
        conversions: this.sums.conversions[group] as number,
        values: this.sums.money.totals(group, this.#dictionaries),
      };
    });
  }

  #begin(touch: number): number {
    if (this.#touches.length === MOST_GROUPS) throw new AnswerTooLarge('campaigns', MOST_GROUPS);
    this.sums.makeRoom(this.#touches.length + 1);
    return this.#touches.push(touch) - 1;
  }
}
