// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';

const script = readFileSync(path.join(import.meta.dirname, '../dist/sdk.extra.js'), 'utf8');

type Page = Window & typeof globalThis & { cvq: { track(name: string, properties?: object): void } };
type Batch = { events: { event_type: string; properties: object }[] };

afterEach(() => {
  document.body.innerHTML = '';
});

/** A page of its own, with globals of its own, in which time passes when a test says so. */
function openPage(code: string) {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const page = frame.contentWindow as Page;
  const sent: Batch[] = [];
  const errors: unknown[] = [];
  let tasks: (() => void)[] = [];
  page.addEventListener('error', ({ error }) => errors.push(error));
  Object.assign(page, {
    fetch: async (_url: string, { body }: { body: string }) => {
      const batch: Batch = JSON.parse(body);
      sent.push(batch);
      const receipt = { accepted: batch.events.length, duplicates: 0, rejected: [] };
      return { status: 202, headers: new Headers(), text: async () => JSON.stringify(receipt) };
    },
    setTimeout: (task: () => void) => tasks.push(task),
  });
  page.eval(code);
  const passTime = async () => {
    for (let i = 0; i < 5; i++) {
      const due = tasks;
      tasks = [];
      for (const task of due) task();
      await new Promise((settle) => setImmediate(settle));
    }
  };
  return { page, errors, passTime, events: () => sent.flatMap(({ events }) => events) };
}

it.each([
  'function Map() { this.i = {} }',
  'class Set { add() {} }; window.Set = Set',
  'var WeakMap = 0',
  'var WeakSet = 0',
  'function Symbol() {}',
  'var Map = 0, Set = 0, WeakMap = 0, WeakSet = 0, Symbol = 0, Proxy = 0, Promise = 0',
])('a page with this of its own is tracked as any other: %s', async (code) => {
  const { page, errors, passTime, events } = openPage(code);
  page.document.body.innerHTML = `<form data-service-event="submit" data-service-success=".done"></form>`;
  page.eval(script);
  page.cvq.track('early', { items: [{ sku: 'a' }] });
  page.eval(`cvq.init({ apiKey: 'proj_a', endpoint: 'https://c.test', outboundLinks: true })`);
  await passTime();
  page.document.querySelector('form')?.dispatchEvent(new page.Event('submit', { cancelable: true }));
  page.document.body.insertAdjacentHTML(
    'beforeend',
    '<b data-service-event="click">x</b><p class="done">x</p>',
  );
  await passTime();
  page.document.querySelector('b')?.click();
  await passTime();
  expect(errors).toEqual([]);
  const types = events().map(({ event_type: type }) => type);
  expect(types.toSorted()).toEqual(['click', 'early', 'pageview', 'submit']);
  expect(events().find(({ event_type: type }) => type === 'early')?.properties).toEqual({
    items: [{ sku: 'a' }],
  });
});
