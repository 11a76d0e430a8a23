import { beforeEach, describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { type StoreTable, withoutTable } from '../rename-table.ts';
import { surfacesOf } from './surfaces.ts';
import { withoutIds, worldOf } from './world.ts';

const collector = await startTestCollector();
const { client, control } = collector;
const world = worldOf(collector);
const { seen, overview } = surfacesOf(collector);

/** A minute for each test, so that no quota of a minute is met. */
beforeEach(() => {
  collector.clock.now += 60_000;
});

/** An agency with a project and a client with two, linked or not. */
async function agencyAndClient() {
  const [agency, customer] = [await world.addAccount({ kind: 'agency' }), await world.addAccount()];
  const own = (await collector.addProject({ accountId: agency })).project;
  const [one, two] = [
    (await collector.addProject({ accountId: customer })).project,
    (await collector.addProject({ accountId: customer })).project,
  ];
  return { agency, customer, own, one, two };
}

describe('a project out of reach (visibility rule)', () => {
  const routes = [
    (project: string) => `/v1/analytics/overview?project=${project}`,
    (project: string) => `/v1/projects/${project}/analytics/timeseries`,
    (project: string) => `/v1/projects/${project}/analytics/breakdown?dimension=source`,
  ];

  it.each(routes)('25: a foreign one is answered byte for byte as an unknown one by %s', async (route) => {
    const { own, one } = await agencyAndClient();
    const owner = (await control.findProject(own))?.accountId ?? '';
    const { token: bearer } = await collector.addKey({ accountId: owner });
    const unknown = withoutIds(await client.send({ path: route('proj_00000000000000000000'), bearer }));
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('"not_found"');
    expect(unknown.text).not.toContain('proj_');
    expect(withoutIds(await client.send({ path: route(one), bearer }))).toEqual(unknown);
    const deleted = (await collector.addProject({ accountId: owner })).project;
    expect((await client.send({ path: route(deleted), bearer })).status).toBe(200);
    await control.deleteProject(deleted, collector.clock.now);
    expect(withoutIds(await client.send({ path: route(deleted), bearer }))).toEqual(unknown);
    const narrowed = await collector.addKey({ accountId: owner, projects: [own] });
    const other = (await collector.addProject({ accountId: owner })).project;
    expect(withoutIds(await client.send({ path: route(other), bearer: narrowed.token }))).toEqual(unknown);
  });

  it('38: a lookup fault answers 500 and not 404', async () => {
    const { token } = await collector.addKey();
    for (const name of ['accounts', 'projects', 'agency_clients', 'api_key_projects']) {
      const table: StoreTable = ['control', name];
      const answer = await withoutTable(collector.folder, table, () => world.about(collector.project, token));
      expect([name, answer.status]).toEqual([name, 500]);
      expect(answer.body).toMatchObject({ error: { code: 'internal_error' } });
    }
    expect((await world.about(collector.project, token)).status).toBe(200);
  });
});

describe('an agency and its clients (keys owned by an agency)', () => {
  it('27: a key that names a client’s project loses it with the relationship and has it back with a new one', async () => {
    const { agency, customer, one, two } = await agencyAndClient();
    await world.link(agency, customer);
    const { token } = await collector.addKey({ accountId: agency, projects: [one] });
    expect(await seen(token)).toEqual([one]);
    expect((await overview(token, two)).status).toBe(404);
    await world.end(agency, customer);
    expect((await overview(token, one)).status).toBe(404);
    expect(await seen(token)).toEqual([]);
    await world.link(agency, customer);
    expect((await overview(token, one)).status).toBe(200);
  });

  it('28: an agency-wide key gains a new client at once and loses it when the relationship ends', async () => {
    const { agency, customer, own, one, two } = await agencyAndClient();
    const { token } = await collector.addKey({ accountId: agency, agencyWide: true });
    expect(await seen(token)).toEqual([own]);
    await world.link(agency, customer);
    expect(await seen(token)).toEqual([own, one, two].toSorted());
    const later = (await collector.addProject({ accountId: customer })).project;
    expect((await overview(token, later)).status).toBe(200);
    await world.end(agency, customer);
    expect(await seen(token)).toEqual([own]);
    expect((await overview(token, one)).status).toBe(404);
  });

  it('29: an invitation gives nothing', async () => {
    const { agency, customer, own } = await agencyAndClient();
    await world.invite(agency, customer);
    const { token } = await collector.addKey({ accountId: agency, agencyWide: true });
    expect(await seen(token)).toEqual([own]);
  });

  it('30: a restriction of a member leaves the key of the agency as it is', async () => {
    const { agency, customer, one } = await agencyAndClient();
    await world.link(agency, customer);
    const user = await world.addUser();
    await control.putMember(user, { accountId: agency }, 'admin');
    await control.restrictMember(user, agency, []);
    const { token } = await collector.addKey({ accountId: agency, agencyWide: true, createdBy: user });
    expect((await overview(token, one)).status).toBe(200);
  });

  it('39: a client’s clients are not the agency’s', async () => {
    const [agency, inner] = [
      await world.addAccount({ kind: 'agency' }),
      await world.addAccount({ kind: 'agency' }),
    ];
    const innerProject = (await collector.addProject({ accountId: inner })).project;
    const last = await agencyAndClient();
    await world.link(agency, inner);
    await world.link(inner, last.customer);
    const { token } = await collector.addKey({ accountId: agency, agencyWide: true });
    expect(await seen(token)).toContain(innerProject);
    expect((await overview(token, last.one)).status).toBe(404);
  });

  it('40: an agency that is another’s client is seen by it, and sees its own clients all the same', async () => {
    const { agency, customer, one } = await agencyAndClient();
    const above = await world.addAccount({ kind: 'agency' });
    await world.link(agency, customer);
    await world.link(above, agency);
    const { token } = await collector.addKey({ accountId: agency, agencyWide: true });
    expect((await overview(token, one)).status).toBe(200);
  });

  it('a key for all projects that is not agency-wide reaches those of the agency itself', async () => {
    const { agency, customer, own } = await agencyAndClient();
    await world.link(agency, customer);
    const { token } = await collector.addKey({ accountId: agency });
    expect(await seen(token)).toEqual([own]);
  });
});

describe('the projects of a key (narrowings only subtract)', () => {
  it('33: a project that moves to another account leaves the reach of the one before', async () => {
    const [before, after] = [await world.addAccount(), await world.addAccount()];
    const { project } = await collector.addProject({ accountId: before });
    const keys = [
      await collector.addKey({ accountId: before }),
      await collector.addKey({ accountId: before, projects: [project] }),
      await collector.addKey({ accountId: after }),
    ];
    const statuses = () =>
      Promise.all(keys.map(async ({ token }) => (await overview(token, project)).status));
    expect(await statuses()).toEqual([200, 200, 404]);
    await control.changeProject(project, { accountId: after });
    expect(await statuses()).toEqual([404, 404, 200]);
  });

  it('36: a named list that is emptied by deletion becomes nothing, and never all', async () => {
    const accountId = await world.addAccount();
    const [gone, kept] = [
      (await collector.addProject({ accountId })).project,
      (await collector.addProject({ accountId })).project,
    ];
    const { token } = await collector.addKey({ accountId, projects: [gone] });
    await control.deleteProject(gone, collector.clock.now);
    expect(await seen(token)).toEqual([]);
    expect((await overview(token, kept)).status).toBe(404);
    expect((await client.send({ path: '/v1/projects', bearer: token })).body).toMatchObject({ data: [] });
    const { status, body } = await client.send({ path: '/v1/analytics/overview', bearer: token });
    expect([status, body]).toMatchObject([400, { error: { details: { available_projects: [] } } }]);
  });

  it('37: a project may be left out where one is visible, and available_projects lists only reach', async () => {
    const { agency, customer, own, one, two } = await agencyAndClient();
    const { token: bearer } = await collector.addKey({ accountId: agency, agencyWide: true });
    const ask = () => client.send({ path: '/v1/analytics/overview', bearer });
    expect((await ask()).body).toMatchObject({ meta: { project: own } });
    await world.link(agency, customer);
    const { status, body } = await ask();
    expect(status).toBe(400);
    const { details } = (body as { error: { details: { available_projects: { id: string }[] } } }).error;
    expect(details.available_projects.map(({ id }) => id).toSorted()).toEqual([own, one, two].toSorted());
    await control.changeAccount(agency, { suspendedAt: collector.clock.now });
    expect((await ask()).status).toBe(400);
  });
});
