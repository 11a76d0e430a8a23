// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { forgetVisitor, openPage } from './open-page.ts';
import './fresh-visit.ts';

type HostCase = { named: string; host: string; collector: boolean; sdk: boolean };

/** The cases of the collector's rule, which `packages/collector/test/net/hosts.test.ts` runs. */
const file = path.join(import.meta.dirname, '../../collector/test/net/host-cases.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: HostCase[] };

/** True where the SDK hands its visitor over to a page, as it does to those of the site's own domains alone. */
async function isOwn(host: string, named: string): Promise<boolean> {
  const sdk = await openPage('/');
  sdk.init({
    apiKey: 'proj_test',
    endpoint: 'https://collector.test',
    autoTrack: false,
    crossDomainDomains: [named],
    features: [sdk.crossDomain],
  });
  sdk.track('seen');
  const link = document.body.appendChild(document.createElement('a'));
  link.href = `https://${host}/page`;
  link.addEventListener('click', (event) => event.preventDefault());
  link.click();
  return link.href.includes('_cvl=');
}

afterEach(() => {
  document.body.innerHTML = '';
  forgetVisitor();
});

describe('a domain that shares its visitors', () => {
  it.each(cases)('named $named: $host is $sdk', async ({ named, host, sdk }) => {
    expect(await isOwn(host, named)).toBe(sdk);
  });

  it('is never one that the collector takes for a stranger', () => {
    expect(cases.filter(({ collector, sdk }) => sdk && !collector)).toEqual([]);
  });
});
