import { PLATFORM_NAMES } from './mock-request.ts';
import type { LoggedRequest, MockState, PlatformState } from './mock-state.ts';
import type { HeldConversion } from './open-conversions.ts';

const TITLES = { google_ads: 'Google Ads', meta_ads: 'Meta', microsoft_ads: 'Microsoft Advertising' };

/** What the platforms hold, as one page without scripts. */
export function statePage(state: MockState): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Mock ad platforms</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; }
th, td { border: 1px solid #ccc; padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; max-width: 22rem; }
</style>
<h1>Mock ad platforms</h1>
<p>As of ${time(state.now)}. The same as JSON: <a href="/state">/state</a>. Faults: <a href="/faults">/faults</a>.</p>
${PLATFORM_NAMES.map((name) => section(TITLES[name], state[name])).join('\n')}
</html>
`;
}

function section(title: string, state: PlatformState): string {
  const { requests, failed, taken, conversions, uncounted, log } = state;
  return `<h2>${title}</h2>
<p>${requests.send} requests with conversions, of which ${failed} failed; ${taken} conversions taken,
${conversions.length} counted. ${requests.token} requests for tokens, ${requests.verify + requests.query} questions.</p>
${table(
  ['Time', 'Action', 'Order', 'Click', 'Value', 'Hashes', 'Counts'],
  [
    ...conversions.map((conversion) => rowOf(conversion, 'yes')),
    ...uncounted.map(({ conversion, reason }) => rowOf(conversion, reason)),
  ],
)}
<details><summary>Latest requests</summary>${table(['Time', 'For', 'Request', 'Status'], log.map(logRow))}</details>`;
}

function rowOf(conversion: HeldConversion, counts: string): string[] {
  const { action, orderId, clickIds, value, currency, hashes } = conversion;
  const clicks = Object.entries(clickIds).map(([name, id]) => `${name} ${id}`);
  const amount = value === null ? '' : `${value} ${currency ?? ''}`;
  const hashed = Object.entries(hashes).map(([name, [first = '']]) => `${name} ${first.slice(0, 8)}…`);
  return [time(conversion.at), action, orderId ?? '', clicks.join(', '), amount, hashed.join(', '), counts];
}

const logRow = ({ at, purpose, method, path, status, isFault }: LoggedRequest): string[] => [
  time(at),
  purpose,
  `${method} ${path}`,
  `${status ?? 'none'}${isFault ? ', as scripted' : ''}`,
];

function table(heads: readonly string[], rows: readonly string[][]): string {
  if (rows.length === 0) return '<p>None.</p>';
  const head = heads.map((text) => `<th>${text}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`);
  return `<table><tr>${head}</tr>${body.join('')}</table>`;
}

const time = (ms: number): string => new Date(ms).toISOString();

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
