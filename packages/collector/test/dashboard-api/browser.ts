import type { OutgoingHttpHeaders } from 'node:http';
import { createLink } from '../../src/accounts/access-links.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { createUser } from '../../src/accounts/people.ts';
import type { Answer } from '../call.ts';
import type { TestCollector } from '../collector.ts';

/** A browser at the dashboard: it keeps cookies, and sends what a page of the dashboard sends. */
export type TestBrowser = {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: OutgoingHttpHeaders): Promise<Answer>;
  post(path: string, json?: unknown, headers?: OutgoingHttpHeaders): Promise<Answer>;
  put(path: string, json?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
};

export const PASSWORD = 'correct horse battery';
export const API = '/dashboard-api/v1';

/** `network`: the address that a trusted proxy says it comes from. */
export function openBrowser(
  { client, origin }: Pick<TestCollector, 'client' | 'origin'>,
  network?: string,
): TestBrowser {
  const cookies = new Map<string, string>();
  const { host } = new URL(origin);

  async function ask(
    method: string,
    path: string,
    more: { json?: unknown; headers?: OutgoingHttpHeaders } = {},
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      Host: host,
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie !== '' && { Cookie: cookie }),
      ...(network !== undefined && { 'X-Forwarded-For': network }),
      ...(method !== 'GET' && { Origin: origin, 'X-Cvq-Dashboard': '1' }),
      ...more.headers,
    };
    const answer = await client.send({ method, path: `${API}${path}`, ...more, headers });
    for (const line of answer.headers['set-cookie'] ?? []) keep(line);
    return answer;
  }

  function keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    get: (path, headers = {}) => ask('GET', path, { headers }),
    post: (path, json = {}, headers = {}) => ask('POST', path, { json, headers }),
    put: (path, json = {}) => ask('PUT', path, { json }),
    delete: (path) => ask('DELETE', path),
  };
}

/** The token of a new link. */
export async function linkToken(
  { control, clock, origin }: TestCollector,
  kind: Parameters<typeof createLink>[1],
  about: Parameters<typeof createLink>[2] = {},
): Promise<string> {
  const link = await createLink({ control, now: () => clock.now, origin }, kind, about);
  return tokenOf(link?.address ?? '#none');
}

/** What the address of a link has after `#`. */
export function tokenOf(address: string): string {
  return new URL(address, 'http://localhost').hash.slice(1);
}

/** A person with `PASSWORD`. */
export function addPerson(
  { control, clock }: Pick<TestCollector, 'control' | 'clock'>,
  email: string,
  isSuperadmin = false,
) {
  const deps = asOperator(control, () => clock.now);
  return createUser(deps, { email, isSuperadmin, password: PASSWORD });
}

/** The code of a failure, or the status of what is none. */
export function codeOf({ status, body }: Answer): string | number {
  return (body as { error?: { code?: string } }).error?.code ?? status;
}
