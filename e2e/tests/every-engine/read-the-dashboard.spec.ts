import type { Visitor } from '../../sdk/engine.ts';
import { expect, test } from '../../sdk/test.ts';
import { demoToLookAt, type StartedDemo } from '../../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await demoToLookAt(14);
});

/** The text of the first element that `selector` finds; null where there is none. */
const textOf = (visitor: Visitor, selector: string) =>
  visitor.run(`return document.querySelector(${JSON.stringify(selector)})?.textContent ?? null`);

const click = (visitor: Visitor, selector: string) =>
  visitor.run(`document.querySelector(${JSON.stringify(selector)}).click()`);

const query = (visitor: Visitor) => visitor.run('return location.pathname + location.search');

/** The figure that the strip shows of a measure, and its sentence. */
const figures = async (visitor: Visitor) => ({
  heading: await textOf(visitor, 'main h1'),
  visitors: await textOf(visitor, '.metric .figure'),
});

test('the Overview loads by the link of npm start, is filtered by a row, and a conversion opens', {
  tag: '@every-engine',
}, async ({ visitor }) => {
  await visitor.open(demo.demoLink);
  await expect.poll(() => query(visitor)).toBe(`/${demo.project}`);
  await expect.poll(() => textOf(visitor, 'main h1')).toMatch(/visited/);
  const before = await figures(visitor);
  expect(before.visitors).toMatch(/\d/);

  await click(visitor, '.panel tbody [data-row], .panel tbody button');
  await expect.poll(() => query(visitor)).toMatch(/filter=/);
  await expect.poll(() => textOf(visitor, '.chip b')).toMatch(/./);
  await expect.poll(() => figures(visitor)).not.toEqual(before);
  await visitor.back();
  await expect.poll(() => figures(visitor)).toEqual(before);

  await visitor.open(`http://localhost:${demo.port}/${demo.project}/conversions`);
  await expect.poll(() => textOf(visitor, 'main tbody [data-row]')).not.toBeNull();
  await click(visitor, 'main tbody [data-row]');
  await expect.poll(() => query(visitor)).toMatch(/conversions\/conv_/);
  await expect.poll(() => textOf(visitor, 'main h1')).toMatch(/^A /);
  await expect.poll(() => textOf(visitor, 'main')).toMatch(/Where it went/);
});

test('a menu opens beside what opens it, and inside the window', async ({ visitor }) => {
  await visitor.open(demo.demoLink);
  await expect.poll(() => textOf(visitor, 'main h1')).toMatch(/visited/);
  await click(visitor, '[popovertarget="range"]');
  const place = await visitor.run(`
    const menu = document.getElementById('range').getBoundingClientRect();
    const opener = document.querySelector('[popovertarget="range"]').getBoundingClientRect();
    return {
      isInside: menu.left >= 0 && menu.right <= innerWidth && menu.top >= 0,
      isBelow: menu.top >= opener.bottom - 1 && menu.top < opener.bottom + 40,
      isBeside: menu.left < opener.right && menu.right > opener.left,
    };`);
  expect(place).toEqual({ isInside: true, isBelow: true, isBeside: true });
});
