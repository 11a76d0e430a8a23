import { DAY_MS } from '@cvq/contract';
import { openControlStore } from '@cvq/storage';
import { afterAll, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { keptFrom } from '../../src/accounts/kept-from.ts';
import { createProject, deleteProject, updateProject } from '../../src/accounts/projects.ts';
import { START, temporaryFolder } from '../collector.ts';

const control = openControlStore({ folder: temporaryFolder(), migrate: true });
afterAll(() => control.close());
const now = () => START;
const deps = asOperator(control, now);

it('a project keeps all until a number of days is set, and then whole days, that many at least', async () => {
  const { project } = await createProject(deps, { domain: 'shop.example' });
  const from = () => keptFrom({ control, now }, project.id);
  expect(await from()).toBeNull();
  await updateProject(deps, project.id, { retentionDays: 30 });
  const midnight = START - (START % DAY_MS);
  expect(await from()).toBe(midnight - 30 * DAY_MS);
  await updateProject(deps, project.id, { retentionDays: null });
  expect(await from()).toBeNull();
});

it('a project that is deleted keeps what it has', async () => {
  const { project } = await createProject(deps, { domain: 'shop.example' });
  await updateProject(deps, project.id, { retentionDays: 30 });
  await deleteProject(deps, project.id);
  expect(await keptFrom({ control, now }, project.id)).toBeNull();
});
