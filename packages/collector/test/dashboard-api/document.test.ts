import { expect, it } from 'vitest';
import { dashboardDocument } from '../../src/dashboard-api/openapi/dashboard-document.ts';
import { dashboardOperations } from '../../src/dashboard-api/operations.ts';
import { questions } from '../../src/dashboard-api/questions.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD } from './browser.ts';

it('who has signed in reads a document of every operation and question, as the tables have them', async () => {
  const collector = await startTestCollector();
  const browser = openBrowser(collector);
  expect(codeOf(await browser.get('/openapi.json'))).toBe('unauthenticated');
  await addPerson(collector, 'ann@example.com');
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
  const { status, body } = await browser.get('/openapi.json');
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(dashboardDocument(dashboardOperations, questions))));
  const { paths } = body as { paths: Record<string, Record<string, { description: string }>> };
  for (const { path, method, stepUp } of dashboardOperations) {
    const object = paths[`/dashboard-api/v1${path}`]?.[method.toLowerCase()];
    expect(object?.description).toMatch(/Who may: /);
    expect(object?.description.includes('within the last ten minutes')).toBe(stepUp);
  }
  expect(paths).toHaveProperty(['/dashboard-api/v1/projects/{project}/analytics/overview', 'get']);
});

it('who asks for what is not there is told of the path as it was asked for', async () => {
  const browser = openBrowser(await startTestCollector());
  expect(JSON.stringify((await browser.post('/nothing', {})).body)).toContain(
    'There is no endpoint at /dashboard-api/v1/nothing.',
  );
  expect(JSON.stringify((await browser.post('/me', {})).body)).toContain(
    '/dashboard-api/v1/me does not support POST: use GET, PUT.',
  );
});
