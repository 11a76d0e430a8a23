import type { ClientHints } from '@cvq/collector/bots';

/** A browser that freezes the system in its user agent, and says it in hints. `major` is what is true. */
export type HintedSystem = {
  readonly userAgent: string;
  readonly hints: ClientHints;
  readonly os: string;
  readonly major: string;
};

/** What a frozen user agent says of the system, and what its hints can say: the version as sent, and what that means. */
const SYSTEMS: readonly {
  readonly os: string;
  readonly frozen: string;
  readonly versions: readonly (readonly [sent: string, major: string])[];
}[] = [
  {
    os: 'Windows',
    frozen: 'Windows NT 10.0; Win64; x64',
    // https://learn.microsoft.com/en-us/microsoft-edge/web-platform/how-to-detect-win11
    versions: [
      ['0.1.0', '7'],
      ['0.2.0', '8'],
      ['0.3.0', '8'],
      ['1.0.0', '10'],
      ['3.0.0', '10'],
      ['7.0.0', '10'],
      ['8.0.0', '10'],
      ['10.0.0', '10'],
      ['13.0.0', '11'],
      ['14.0.0', '11'],
      ['15.0.0', '11'],
      ['16.0.0', '11'],
      ['19.0.0', '11'],
    ],
  },
  {
    os: 'macOS',
    frozen: 'Macintosh; Intel Mac OS X 10_15_7',
    versions: ['10.15.7', '11.7.10', '12.7.6', '13.6.9', '14.7.1', '15.5.0', '26.1.0'].map(
      (sent) => [sent, sent.split('.')[0] as string] as const,
    ),
  },
  {
    os: 'Android',
    frozen: 'Linux; Android 10; K',
    versions: ['8.1.0', '9', '10', '11.0.0', '12.0.0', '13.0.0', '14.0.0', '15.0.0', '16.0.0', '16'].map(
      (sent) => [sent, sent.split('.')[0] as string] as const,
    ),
  },
  {
    os: 'Chrome OS',
    frozen: 'X11; CrOS x86_64 14541.0.0',
    versions: ['15633.69.0', '15823.60.0', '16093.68.0', '16371.65.0'].map(
      (sent) => [sent, sent.split('.')[0] as string] as const,
    ),
  },
];

/** Behind `Chrome/… Safari/537.36` in the user agent, and as a brand. */
const PRODUCTS: readonly (readonly [suffix: string, brand: string | null])[] = [
  ['', 'Google Chrome'],
  [' Edg/143.0.0.0', 'Microsoft Edge'],
  [' OPR/127.0.0.0', 'Opera'],
  ['', 'Brave'],
  [' Vivaldi/7.6', 'Vivaldi'],
  [' YaBrowser/25.10.0.0', 'YaBrowser'],
  ['', 'DuckDuckGo'],
  ['', null],
];

/** Each system and version in each browser, with the brand that only keeps readers honest in each place. */
export const HINTED_SYSTEMS: readonly HintedSystem[] = SYSTEMS.flatMap(({ os, frozen, versions }) =>
  versions.flatMap(([sent, major]) =>
    PRODUCTS.map(([suffix, brand], index) => {
      const mobile = os === 'Android' ? 'Mobile ' : '';
      return {
        os,
        major,
        userAgent: `Mozilla/5.0 (${frozen}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 ${mobile}Safari/537.36${suffix}`,
        hints: {
          brands: brandsOf(brand, index),
          fullVersionList: brandsOf(brand, index).replaceAll('v="143"', 'v="143.0.7499.52"'),
          mobile: os === 'Android' ? '?1' : '?0',
          platform: `"${index % 2 === 1 && os === 'Chrome OS' ? 'Chromium OS' : os}"`,
          platformVersion: `"${sent}"`,
          ...(os === 'Android' && { model: '"Pixel 9"' }),
        },
      };
    }),
  ),
);

function brandsOf(brand: string | null, turn: number): string {
  const brands = ['"Chromium";v="143"', ...(brand === null ? [] : [`"${brand}";v="143"`])];
  brands.splice(turn % (brands.length + 1), 0, '"Not;A=Brand";v="99"');
  return brands.join(', ');
}
