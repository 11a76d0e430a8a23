import type { Dimension } from '@cvq/contract';
import type { CampaignGroup, Period, Question } from '../../reports.ts';
import { attributedTouches } from './attribution.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';
import { valuesOfDimension } from './dimension-values.ts';
import { countedSales, filterEvents } from './filtered-events.ts';
import { addSale, currencyTotals, type SalesByCurrency } from './money.ts';
import { type ReportContext, startRun } from './report-run.ts';

/** What came of touches, by their words. Nothing but sessions and conversions is looked at where nothing is filtered. */
export function campaigns(context: ReportContext, question: Question, period: Period): CampaignGroup[] {
  const run = startRun(context, question, period);
  const groups = new Groups(context.dictionaries);
  const filtered = filterEvents(run, question);
  const sales = countedSales(run, question, filtered);
  const touches = attributedTouches(run, sales);
  sales.each((sale, index) => {
    const group = groups.of(touches[index] as number);
    group.conversions += 1;
    addSale(group, sale);
  });
  filtered.eachDayOfSessions(({ sessions: { touch, count } }, counts) => {
    for (let place = 0; place < count; place += 1)
      if (counts[place] === 1) groups.of(touch[place] as number).sessions += 1;
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

type Group = {
  readonly words: Words;
  readonly campaignId: string | null;
  sessions: number;
  conversions: number;
  money: SalesByCurrency | null;
};

/** Touches with the same words and the same id of a campaign are one group. */
class Groups {
  readonly #dictionaries: DictionaryColumns;
  readonly #words;
  /** By touch, the number of the text; 0 for none. */
  readonly #campaignId: Uint32Array;
  readonly #byTouch: (Group | undefined)[] = [];
  readonly #byNumbers = new Map<string, Group>();

  constructor(dictionaries: DictionaryColumns) {
    this.#dictionaries = dictionaries;
    this.#campaignId = dictionaries.column('touches.campaign_id');
    this.#words = Object.entries(DIMENSION_OF).map(([name, dimension]) => {
      const { ofTouch, text } = valuesOfDimension(dictionaries, dimension);
      return { name, ofTouch, text };
    });
  }

  of(touch: number): Group {
    const known = this.#byTouch[touch];
    if (known !== undefined) return known;
    const numbers = [this.#campaignId[touch], ...this.#words.map(({ ofTouch }) => ofTouch(touch))];
    const key = numbers.join(' ');
    const group = this.#byNumbers.get(key) ?? this.#empty(touch);
    this.#byNumbers.set(key, group);
    this.#byTouch[touch] = group;
    return group;
  }

  told(): CampaignGroup[] {
    return Array.from(this.#byNumbers.values(), ({ words, money, ...rest }) => ({
      ...words,
      ...rest,
      values: currencyTotals({ money }, this.#dictionaries),
    }));
  }

  #empty(touch: number): Group {
    const words = this.#words.map(({ name, ofTouch, text }) => [name, text(ofTouch(touch))]);
    const campaignId = this.#campaignId[touch] as number;
    return {
      words: Object.fromEntries(words) as Words,
      campaignId: campaignId === 0 ? null : this.#dictionaries.text(campaignId),
      ...{ sessions: 0, conversions: 0, money: null },
    };
  }
}
