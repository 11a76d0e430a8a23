import { createRequire } from 'node:module';

type Row = readonly [maker: string | null, name: string | null, type?: unknown];

const require = createRequire(import.meta.url);
const { ANDROID_MODELS } = require('which-browser/data/models-android.js') as {
  readonly ANDROID_MODELS: Readonly<Record<string, unknown>>;
};

/** What people hold, by the kinds of the table. */
const KINDS: ReadonlyMap<unknown, 'mobile' | 'tablet' | 'tv'> = new Map([
  [undefined, 'mobile'],
  ['mobile', 'mobile'],
  ['tablet', 'tablet'],
  ['television', 'tv'],
]);

export type AndroidModel = { readonly model: string; readonly kind: 'mobile' | 'tablet' | 'tv' };

/** Models as devices write them into their user agents: some five thousand, from the table of WhichBrowser (MIT). */
export const ANDROID: readonly AndroidModel[] = Object.entries(ANDROID_MODELS).flatMap(([model, row]) => {
  // A mark at the end says that the rest is a pattern; what is no list differs by the network that it was sold in.
  if (model.endsWith('!') || !Array.isArray(row)) return [];
  const [maker, , type] = row as unknown as Row;
  const kind = KINDS.get(type);
  // Without a maker it is no device.
  return kind === undefined || maker === null ? [] : [{ model, kind }];
});

/** Those of one kind, evenly spread over the table. */
export function someOf(kind: AndroidModel['kind'], count: number): string[] {
  const all = ANDROID.filter((row) => row.kind === kind).map(({ model }) => model);
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => {
    return all[Math.floor((index * all.length) / count)] as string;
  });
}
