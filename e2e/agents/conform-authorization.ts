import type { Browser } from 'playwright-core';
import { freePort } from '../../test/builders/free-port.ts';
import type { PinnedDemo } from '../pinned-demo.ts';
import { startChromium } from '../sdk/playwright-engine.ts';
import { runConformanceSuite } from './run-conformance-suite.ts';
import type { Verdicts } from './verdicts.ts';

const SCENARIOS = ['authorization-server-metadata-endpoint', 'authorization-code-grant'];

type Person = Awaited<ReturnType<PinnedDemo['signUp']>>;

/** What the suite asks of an authorization server, with a person who lets it in. */
export async function conformAuthorization(demo: PinnedDemo, verdicts: Verdicts): Promise<void> {
  const port = await freePort();
  const id = await register(demo.origin, `http://127.0.0.1:${port}/callback`);
  const person = await demo.signUp();
  const browser = await startChromium(process.env.CVQ_CHROMIUM);
  try {
    const args = ['authorization', '--url', demo.origin, '--client-id', id, '--port', String(port)];
    const { code, scored, output } = await runConformanceSuite(args, async (line) => {
      if (line.startsWith(`${demo.origin}/oauth/authorize?`)) await letIn(line, { browser, person });
    });
    for (const name of SCENARIOS) {
      // One that is left out has no checks.
      const { isRight = false, checks = 0 } = scored.find((scenario) => scenario.name === name) ?? {};
      verdicts.note(`authorization: ${name}`, isRight && checks > 0, output);
    }
    verdicts.note('authorization: all of it', code === 0 && scored.length === SCENARIOS.length, output);
  } finally {
    await browser.close();
  }
}

async function register(origin: string, redirect: string): Promise<string> {
  const metadata = { client_name: 'Conformance suite', redirect_uris: [redirect] };
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(metadata);
  const answer = await fetch(`${origin}/oauth/register`, { method: 'POST', headers, body });
  const { client_id: id } = (await answer.json()) as { client_id: string };
  return id;
}

type Asked = { readonly browser: Browser; readonly person: Person };

/** What a person does at the address that an application opens. */
async function letIn(address: string, { browser, person: { email, password } }: Asked): Promise<void> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('checkbox', { name: 'As a superadmin' }).check();
  await page.getByRole('button', { name: 'Let it in' }).click();
  await page.getByText('You can close this page.').waitFor();
  await page.close();
}
