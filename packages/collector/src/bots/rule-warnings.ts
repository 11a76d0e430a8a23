import type { BotRule } from '@cvq/storage';
import { parsePrefix } from '../net/networks.ts';
import { compileRules, matchesRules } from './custom-rules.ts';
import { WIDEST_NETWORK } from './networks/widest-network.ts';

/** Browsers that nearly all people use. A rule that matches one of them takes them out of the reports. */
const BROWSERS: Readonly<Record<string, string>> = {
  'Chrome on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
  'Firefox on Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Safari on macOS':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Chrome on Linux':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
  'Samsung Internet':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
  'Safari on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
};

/** Why rules would take people for bots: one sentence for each rule that would. */
export function ruleWarnings(rules: readonly BotRule[]): string[] {
  return rules.flatMap((rule) => {
    const warning = rule.kind === 'ipRanges' ? ofRange(rule.value) : ofPart(rule);
    return warning === null ? [] : [warning];
  });
}

function ofPart(rule: BotRule): string | null {
  const compiled = compileRules([rule]);
  const hit = Object.keys(BROWSERS).filter((name) =>
    matchesRules(compiled, { userAgent: BROWSERS[name] ?? null, address: null }),
  );
  return hit.length === 0 ? null : `"${rule.value}" matches browsers of people: ${hit.join(', ')}.`;
}

function ofRange(range: string): string | null {
  const prefix = parsePrefix(range);
  if ('problem' in prefix || prefix.length >= WIDEST_NETWORK[prefix.family]) return null;
  const share = 2 ** prefix.length;
  return `${range} holds ${share === 1 ? 'every' : `one in ${share} of all`} IPv${prefix.family} address${share === 1 ? '' : 'es'}.`;
}
