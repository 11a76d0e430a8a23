import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject, exported, launch, serve, temporaryFolder, until } from './program.ts';

async function openShop() {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  const collector = await serve(folder, { mutant: 'mortal' });
  const url = `http://127.0.0.1:${collector.port}`;
  const track = (event_type: string) =>
    fetch(`${url}/v1/track`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${project.server_key}` },
      body: JSON.stringify({ event_type }),
    });
  const readiness = async () => (await fetch(`${url}/readyz`)).status;
  return { folder, project, collector, track, readiness };
}

describe('a writer thread that dies', () => {
  it('costs the answer of what it had in hand, and is followed by another', async () => {
    const { folder, project, collector, track, readiness } = await openShop();
    expect((await track('before')).status).toBe(200);
    const struck = track('die');
    await until('it is told that the thread died', () => collector.log().includes('The writer thread died'));
    expect(await readiness()).toBe(503);
    const waiting = track('meanwhile');
    const answer = await struck;
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      success: false,
      error: 'The event could not be stored. Retry with backoff.',
    });
    expect((await waiting).status).toBe(200);
    await until('it is ready again', async () => (await readiness()) === 200);
    expect((await track('after')).status).toBe(200);
    expect(await collector.terminate()).toBe(0);
    const types = (await exported(folder, project.id)).map(({ event_type }) => event_type);
    expect(types.toSorted()).toEqual(['after', 'before', 'meanwhile']);
  });

  it('does not keep the collector from ending', { tags: ['long'] }, async () => {
    const { collector, track } = await openShop();
    const struck = track('die');
    await until('it is told that the thread died', () => collector.log().includes('The writer thread died'));
    expect(await collector.terminate()).toBe(0);
    expect((await struck).status).toBe(500);
  });
});

describe('a collector that cannot start', () => {
  async function failureOf(options: Parameters<typeof launch>[1], folder = temporaryFolder()) {
    const { exited, stdout, stderr } = launch(folder, options);
    expect((await exited).code).toBe(1);
    expect(stdout(), 'it never listened').toBe('');
    expect(stderr(), 'no stack trace').not.toContain('    at ');
    return stderr();
  }

  it('for its writer thread says why, and ends', async () => {
    expect(await failureOf({ mutant: 'stillborn' })).toContain('cvq: The store was taken away by a test');
  });

  it('for its file of cities says why, and ends', { tags: ['long'] }, async () => {
    const folder = temporaryFolder();
    const cities = join(folder, 'cities.mmdb');
    writeFileSync(cities, 'no database');
    const env = { CVQ_GEO_CITY_MMDB: cities };
    expect(await failureOf({ env }, folder)).toContain(`${cities} is not a usable MaxMind database`);
  });
});
