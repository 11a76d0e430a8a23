import type { ControlStore, SavedFunnel } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import {
  addAccount,
  addKey,
  addProject,
  addUser,
  atOnceThroughSeveral,
  type ControlStores,
  fresh,
  hashOf,
} from './stores.ts';

/** Notes at days and named conditions, which belong to a project and go with it. */
export function annotationsAndSegmentsSuite(stores: ControlStores): void {
  const { shared, beside } = stores;
  const anAnnotation = (project: string, day: string, more = {}) => ({
    ...{ id: fresh('ann'), project, day, text: `Of ${day}`, createdBy: null, createdAt: NOON },
    ...more,
  });
  const aSegment = (project: string, name: string, more = {}) => ({
    ...{ id: fresh('seg'), project, name, filters: ['country:is:DE|AT', String.raw`page:is:/a\|b`] },
    ...{ createdBy: null, createdAt: NOON },
    ...more,
  });

  const aFunnel = (project: string, name: string, more = {}) => ({
    ...{ id: fresh('fun'), project, name, steps: ['pageview', 'lead, of a form'], scope: 'visitor' as const },
    ...{ windowDays: 30, createdBy: null, createdAt: NOON },
    ...more,
  });

  async function aProject() {
    return addProject(shared(), await addAccount(shared()));
  }

  describe('annotations', () => {
    it('are listed by day, of some days or all, and of one project', async () => {
      const store = shared();
      const [project, other] = [await aProject(), await aProject()];
      const [late, early] = [anAnnotation(project, '2026-11-21'), anAnnotation(project, '2026-02-01')];
      const second = anAnnotation(project, '2026-11-21', { createdAt: NOON + 1 });
      for (const annotation of [second, late, early, anAnnotation(other, '2026-11-21')])
        await store.addAnnotation(annotation);
      expect(await store.listAnnotations(project)).toEqual([early, late, second]);
      const days = { first: '2026-02-01', last: '2026-11-20' };
      expect(await store.listAnnotations(project, days)).toEqual([early]);
      expect(await store.listAnnotations(project, { first: '2026-11-21', last: '2026-11-21' })).toEqual([
        late,
        second,
      ]);
    });

    it('are changed and removed by their project alone', async () => {
      const store = shared();
      const [project, other] = [await aProject(), await aProject()];
      const annotation = anAnnotation(project, '2026-11-21');
      await store.addAnnotation(annotation);
      const changed = { ...annotation, day: '2026-11-20', text: 'Another' };
      expect(await store.changeAnnotation({ ...changed, project: other })).toBe(false);
      expect(await store.removeAnnotation(other, annotation.id)).toBe(false);
      expect(await store.changeAnnotation(changed)).toBe(true);
      expect(await store.listAnnotations(project)).toEqual([changed]);
      expect(await store.removeAnnotation(project, annotation.id)).toBe(true);
      expect(await store.removeAnnotation(project, annotation.id)).toBe(false);
      expect(await store.listAnnotations(project)).toEqual([]);
    });
  });

  describe('that are made at once, through several connections,', () => {
    it('are never more annotations than are asked for', async () => {
      const [project, other] = [await aProject(), await aProject()];
      await shared().addAnnotation(anAnnotation(other, '2026-11-21'));
      const add = (each: ControlStore) => each.addAnnotation(anAnnotation(project, '2026-11-21'), 10);
      const added = await atOnceThroughSeveral(stores, add);
      expect(added.filter((isAdded) => isAdded)).toHaveLength(10);
      expect(await shared().listAnnotations(project)).toHaveLength(10);
    });

    it('are never more rules of bots than are asked for, and one that is there takes no room', async () => {
      const project = await aProject();
      const add = (each: ControlStore) =>
        each.addBotRules(project, [{ kind: 'userAgentContains', value: fresh('bot') }], {
          at: NOON,
          atMost: 10,
        });
      const sizes = await atOnceThroughSeveral(stores, add);
      expect(sizes.filter((size) => size <= 10)).toHaveLength(10);
      const rules = await shared().listBotRules(project);
      expect(rules).toHaveLength(10);
      expect(await shared().addBotRules(project, rules, { at: NOON, atMost: 10 })).toBe(10);
    });

    it('are never more segments than are asked for', async () => {
      const [project, other] = [await aProject(), await aProject()];
      await shared().addSegment(aSegment(other, 'One'));
      const add = (each: ControlStore) => each.addSegment(aSegment(project, fresh('name')), 10);
      const written = Object.groupBy(await atOnceThroughSeveral(stores, add), (state) => state);
      expect([written.done?.length, written.full?.length]).toEqual([10, 20]);
      expect(await shared().listSegments(project)).toHaveLength(10);
    });

    it('are never more saved funnels than are asked for, of which each can be saved again', async () => {
      const [project, other] = [await aProject(), await aProject()];
      await shared().saveFunnel(aFunnel(other, 'One'), 1);
      const save = (each: ControlStore) => each.saveFunnel(aFunnel(project, fresh('name')), 10);
      const ids = await atOnceThroughSeveral(stores, save);
      const saved = await shared().listFunnels(project);
      expect(saved.map(({ id }) => id).toSorted()).toEqual(ids.filter((id) => id !== null).toSorted());
      expect(saved).toHaveLength(10);
      const [first] = saved as [SavedFunnel, ...SavedFunnel[]];
      expect(await shared().saveFunnel(aFunnel(project, first.name), 10)).toBe(first.id);
    });
  });

  describe('segments', () => {
    it('are listed by name and found by id, of one project', async () => {
      const store = shared();
      const [project, other] = [await aProject(), await aProject()];
      const [buyers, abroad] = [aSegment(project, 'Buyers'), aSegment(project, 'abroad')];
      expect(await store.addSegment(buyers)).toBe('done');
      expect(await store.addSegment(abroad)).toBe('done');
      expect(await store.addSegment(aSegment(other, 'Buyers'))).toBe('done');
      expect(await store.listSegments(project)).toEqual([abroad, buyers]);
      expect(await store.findSegment(project, buyers.id)).toEqual(buyers);
      expect(await store.findSegment(other, buyers.id)).toBeNull();
    });

    it('have names that no other of the project has, and may keep their own', async () => {
      const store = shared();
      const project = await aProject();
      const [one, two] = [aSegment(project, 'One'), aSegment(project, 'Two')];
      await store.addSegment(one);
      await store.addSegment(two);
      expect(await store.addSegment(aSegment(project, 'One'))).toBe('taken');
      expect(await store.changeSegment({ ...two, name: 'One' })).toBe('taken');
      const changed = { ...two, filters: ['device:is:mobile'] };
      expect(await store.changeSegment(changed)).toBe('done');
      expect(await store.changeSegment({ ...two, id: 'seg_none', name: 'Three' })).toBe('unknown');
      expect(await store.listSegments(project)).toEqual([one, changed]);
    });

    it('are removed by their project alone', async () => {
      const store = shared();
      const [project, other] = [await aProject(), await aProject()];
      const segment = aSegment(project, 'One');
      await store.addSegment(segment);
      expect(await store.removeSegment(other, segment.id)).toBe(false);
      expect(await store.removeSegment(project, segment.id)).toBe(true);
      expect(await store.listSegments(project)).toEqual([]);
    });
  });

  it('stay when the person who made them is deleted, and go with their project', async () => {
    const store = shared();
    const project = await aProject();
    const createdBy = await addUser(store);
    await store.addAnnotation(anAnnotation(project, '2026-11-21', { createdBy }));
    await store.addSegment(aSegment(project, 'One', { createdBy }));
    await store.deleteUser(createdBy);
    expect(await store.listAnnotations(project)).toMatchObject([{ createdBy: null }]);
    expect(await store.listSegments(project)).toMatchObject([{ createdBy: null }]);
    const other = beside();
    await store.deleteProject(project, NOON);
    expect([await other.listAnnotations(project), await other.listSegments(project)]).toEqual([[], []]);
    await other.close();
  });

  it("go with their project as its rules, members, keys' reach and invitations do", async () => {
    const store = shared();
    const account = await addAccount(store);
    const [gone, kept] = [await addProject(store, account), await addProject(store, account)];
    const [user, key] = [await addUser(store), await addKey(store, account, { projects: [gone, kept] })];
    const rule = { kind: 'userAgentContains', value: 'kiosk' } as const;
    for (const projectId of [gone, kept]) {
      await store.addBotRules(projectId, [rule], { at: NOON });
      await store.putMember(user, { projectId }, 'viewer');
      const email = `${projectId}@example.com`;
      await store.putLink({
        ...{ id: fresh('inv'), kind: 'invitation', userId: null },
        invited: { email, place: { projectId }, role: 'viewer' },
        ...{ createdBy: null, createdAt: NOON, expiresAt: NOON + 1000, tokenHash: hashOf(projectId) },
      });
    }
    expect(await store.deleteProject(gone, NOON)).toBe(true);
    const rules = (await store.listAllBotRules()).filter(({ project }) => [gone, kept].includes(project));
    expect(rules).toEqual([{ ...rule, project: kept }]);
    const members = (await store.listMembers()).filter(({ userId }) => userId === user);
    expect(members.map(({ place }) => place)).toEqual([{ projectId: kept }]);
    expect((await store.listKeys()).find(({ id }) => id === key)?.projects).toEqual([kept]);
    expect(await store.findLink(hashOf(gone), NOON)).toBeNull();
    expect(await store.findLink(hashOf(kept), NOON)).toMatchObject({
      invited: { place: { projectId: kept } },
    });
  });

  describe('saved funnels', () => {
    it('are listed by name, and one of the same name gets other steps and keeps its id', async () => {
      const store = shared();
      const [project, other] = [await aProject(), await aProject()];
      const [second, first] = [aFunnel(project, 'b'), aFunnel(project, 'A')];
      for (const funnel of [second, first, aFunnel(other, 'A')])
        expect(await store.saveFunnel(funnel)).toBe(funnel.id);
      expect(await store.listFunnels(project)).toEqual([first, second]);
      const changed = { steps: ['pageview', 'signup'], scope: 'session' as const, windowDays: 7 };
      expect(await store.saveFunnel(aFunnel(project, 'A', changed))).toBe(first.id);
      expect(await store.listFunnels(project)).toEqual([{ ...first, ...changed }, second]);
    });

    it('are removed by their project alone, and gone with it', async () => {
      const store = shared();
      const [project, other] = [await aProject(), await aProject()];
      const funnel = aFunnel(project, 'A');
      await store.saveFunnel(funnel);
      expect(await store.removeFunnel(other, funnel.id)).toBe(false);
      expect(await store.removeFunnel(project, funnel.id)).toBe(true);
      expect(await store.removeFunnel(project, funnel.id)).toBe(false);
      await store.saveFunnel(funnel);
      await store.deleteProject(project, NOON);
      expect(await store.listFunnels(project)).toEqual([]);
    });
  });
}
