import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { createAccount } from '../../src/accounts/accounts.ts';
import { type AccountDeps, asOperator } from '../../src/accounts/actor.ts';
import { addAnnotation } from '../../src/accounts/annotations.ts';
import { inviteMember } from '../../src/accounts/invitations.ts';
import { createKey } from '../../src/accounts/keys.ts';
import { addMember } from '../../src/accounts/members.ts';
import { createUser } from '../../src/accounts/people.ts';
import { createProject } from '../../src/accounts/projects.ts';
import { addSegment } from '../../src/accounts/segments.ts';
import { dashboardDocument } from '../../src/dashboard-api/openapi/dashboard-document.ts';
import { dashboardOperations } from '../../src/dashboard-api/operations.ts';
import { questions } from '../../src/dashboard-api/questions.ts';
import { hashToken } from '../../src/keys/token.ts';
import { startTestCollector } from '../collector.ts';
import { generatedRequests } from '../openapi/generated-requests.ts';

/** `npm run test:requests` asks for more. */
const RUNS = Number(process.env.REQUEST_RUNS ?? (WHOLE ? 2000 : 200));

const collector = await startTestCollector();
const { client, control, clock, origin } = collector;
const operator = asOperator(control, () => clock.now);

/** An account with a person, a project and something of each kind, every name of which has a word in it. */
async function anAccount(word: string) {
  const { id: account } = await createAccount(operator, { name: word, kind: 'customer', plan: 'growth' });
  const { project } = await createProject(operator, { domain: `${word}.example`, accountId: account });
  const user = await createUser(operator, {
    ...{ email: `${word}@${word}.example`, name: word, isSuperadmin: false, password: null },
  });
  await addMember(operator, { user: user.id, account }, 'owner');
  const by: AccountDeps = { ...operator, actor: { kind: 'person', userId: user.id } };
  const annotation = await addAnnotation(by, { project: project.id, date: '2026-11-20', text: word });
  const segment = await addSegment(by, { project: project.id, name: word, filter: ['country:is:DE'] });
  const { key } = await createKey(by, {
    ...{ accountId: account, kind: 'secret', name: word, scopes: [], projects: 'all' },
  });
  const guest = { email: `guest@${word}.example`, role: 'viewer', account } as const;
  const { link } = await inviteMember({ ...by, random: randomBytes, origin }, guest);
  const ids = [account, user.id, annotation.id, segment.id, key.id, link.id];
  return { account, user: user.id, project: project.id, ids };
}

const randomBytes = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

const [own, other] = [await anAccount('ours'), await anAccount('canary')];

/** Everything that the store has of the other account, except for what counts its use. */
async function stateOfOther(): Promise<string> {
  const { account, project } = other;
  return JSON.stringify([
    await control.findAccount(account),
    (await control.listProjects()).filter(({ accountId }) => accountId === account),
    (await control.listMembers()).filter(({ email }) => email.includes('canary')),
    await control.findUser(other.user),
    await control.listAnnotations(project),
    await control.listSegments(project),
    await control.listKeys({ accountId: account }),
    (await control.listClients()).filter(({ agencyId, clientId }) => [agencyId, clientId].includes(account)),
    await control.listAudit({ account, limit: 1000 }),
  ]);
}

type Node = { readonly [key: string]: unknown };
const document = dashboardDocument(dashboardOperations, questions) as Node & { components: Node };

/** The document without references, each of which leads to a component. */
function withoutReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutReferences);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref !== undefined) {
    const [, , kind = '', name = ''] = $ref.split('/');
    return withoutReferences((document.components[kind] as Node)[name]);
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutReferences(value)]));
}

it(`${RUNS} generated requests meet no fault, and learn and change nothing of another account`, async () => {
  const requests = generatedRequests(
    {
      projects: [own.project, own.project, other.project, 'proj_nonsense'],
      conversions: [...own.ids, ...other.ids, `evt_${clock.now}_a1b2c3d4e5`],
      credentials: [undefined],
    },
    { paths: withoutReferences(document.paths) as never },
    '/dashboard-api/v1/',
  ).filter(({ path }) => !path.startsWith('/dashboard-api/v1/live?'));
  const before = await stateOfOther();
  const statuses = new Map<number, number>();
  let sessions = 0;
  await fc.assert(
    fc.asyncProperty(requests, async (call) => {
      // An hour for each, so that failures of one slow down no other.
      clock.now += 3_600_000;
      sessions += 1;
      const token = `session ${sessions}`.replaceAll(' ', '_');
      const told = { createdAt: clock.now, provenAt: clock.now, network: null, browser: null };
      await control.createSession({
        id: `ses_${sessions}`,
        tokenHash: hashToken(token),
        userId: own.user,
        ...told,
      });
      const headers = {
        ...{ Host: new URL(origin).host, Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
        ...{ Cookie: `cvq=${token}`, 'X-Cvq-Dashboard': '1' },
      };
      const { status, bytes } = await client.send({ ...call, headers: { ...call.headers, ...headers } });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect([status < 500, bytes.toString().includes('canary')]).toEqual([true, false]);
    }),
    { numRuns: RUNS, seed: 1_795_255_200, endOnFailure: true },
  );
  expect(await stateOfOther()).toBe(before);
  expect([...statuses.keys()].toSorted()).toEqual(expect.arrayContaining([200, 400, 404]));
  if (process.env.REQUEST_RUNS !== undefined) process.stdout.write(`${JSON.stringify([...statuses])}\n`);
}, 1_800_000);
