import type { Totals } from '../../../reports.ts';
import type { DictionaryColumns } from '../values/dictionary-columns.ts';
import { SumsByRow } from './sums-by-row.ts';

/** The measures of buckets while they are added up. */
export class BucketSums {
  readonly buckets: number;
  readonly additive: SumsByRow;
  readonly visitors: Uint32Array;
  readonly sessionPageviews: Uint32Array;
  readonly sessionDurationMs: Float64Array;

  constructor(buckets: number) {
    this.buckets = buckets;
    this.additive = new SumsByRow(buckets);
    this.visitors = new Uint32Array(buckets);
    this.sessionPageviews = new Uint32Array(buckets);
    this.sessionDurationMs = new Float64Array(buckets);
  }

  /** All buckets as one, which had so many visitors between them. */
  together(visitors: number): BucketSums {
    const all = new BucketSums(1);
    for (let bucket = 0; bucket < this.buckets; bucket += 1) {
      all.additive.addRow(0, this.additive, bucket);
      (all.sessionPageviews[0] as number) += this.sessionPageviews[bucket] as number;
      (all.sessionDurationMs[0] as number) += this.sessionDurationMs[bucket] as number;
    }
    all.visitors[0] = visitors;
    return all;
  }

  told(bucket: number, dictionaries: DictionaryColumns): Totals {
    return {
      visitors: this.visitors[bucket] as number,
      ...this.additive.at(bucket),
      sessionPageviews: this.sessionPageviews[bucket] as number,
      sessionDurationMs: this.sessionDurationMs[bucket] as number,
      values: this.additive.money.totals(bucket, dictionaries),
    };
  }
}
