import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openControlStore, type SpendOfDays } from '@cvq/storage';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { temporaryFolder } from '../collector.ts';
import { cvq } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';

const HEADING = 'date,platform,campaign_id,campaign,spend,impressions,clicks,currency';
const GOOD = '2026-11-02,tiktok_ads,17,Autumn,12.34,1000,10,EUR';
const EVER = { first: '2000-01-01', last: '2099-12-31' };

let folder: string;
let project: string;
beforeEach(async () => {
  folder = folderWithStores();
  const made = await cvq(['project', 'create', '--domain', 'shop.example', '--json'], { CVQ_DATA: folder });
  project = JSON.parse(made.stdout).id;
});

function fileWith(content: string | Uint8Array): string {
  const file = join(temporaryFolder(), 'given.csv');
  writeFileSync(file, content);
  return file;
}

const run = (...args: readonly string[]) => cvq([...args, '--project', project], { CVQ_DATA: folder });
const importOf = (content: string | Uint8Array) => run('spend', 'import', fileWith(content), '--json');

async function stored(): Promise<SpendOfDays> {
  const store = openControlStore({ folder, migrate: false });
  try {
    return await store.readSpend(project, EVER);
  } finally {
    await store.close();
  }
}

const lines = (...given: readonly string[]) => `${[HEADING, ...given].join('\n')}\n`;

describe('a file of spend', () => {
  it('is stored to the micro, and again without doubling', async () => {
    const file = lines(GOOD, '2026-11-03,google_ads,9,"Shoes, ""red""",123456789012.000001,0,0,JPY');
    for (const removed of [0, 0])
      expect(JSON.parse((await importOf(file)).stdout)).toEqual({
        project,
        stored: 2,
        removed,
        superseded: 0,
      });
    const { rows } = await stored();
    expect(rows).toEqual([
      {
        ...{ date: '2026-11-02', platform: 'tiktok_ads', account: '', campaignId: '17', campaign: 'Autumn' },
        ...{ micros: 12_340_000n, impressions: 1000, clicks: 10, currency: 'EUR' },
      },
      {
        ...{
          date: '2026-11-03',
          platform: 'google_ads',
          account: '',
          campaignId: '9',
          campaign: 'Shoes, "red"',
        },
        ...{ micros: 123_456_789_012_000_001n, impressions: 0, clicks: 0, currency: 'JPY' },
      },
    ]);
  });

  it.each([
    ['of Windows, with a mark of UTF-8 before it', `\ufeff${HEADING}\r\n${GOOD}\r\n`],
    ['without a line break at the end', `${HEADING}\n${GOOD}`],
    ['in UTF-16LE with a mark', Buffer.from(`\ufeff${lines(GOOD)}`, 'utf16le')],
    ['with quotes around all cells', lines(GOOD).replaceAll(/[^,\n]+/g, '"$&"')],
    ['with blank lines', `\n${HEADING}\n\n${GOOD}\n\n`],
    [
      'with its columns in another order',
      'currency,spend,date,platform,campaign_id,campaign,impressions,clicks\nEUR,12.34,2026-11-02,tiktok_ads,17,Autumn,1000,10',
    ],
  ])('%s is read as well', async (_what, file) => {
    expect((await importOf(file)).stderr).toBe('');
    expect((await stored()).rows).toMatchObject([
      { campaignId: '17', micros: 12_340_000n, impressions: 1000 },
    ]);
  });

  it.each([
    [
      'a heading without currency',
      `date,platform\n${GOOD}`,
      'Line 1: The heading lacks campaign_id, campaign',
    ],
    [
      'a semicolon between cells',
      lines(GOOD).replaceAll(',', ';'),
      'Line 1: Its cells are separated by semicolons. It must be date,',
    ],
    ['tabs between cells', lines(GOOD).replaceAll(',', '\t'), 'Line 1: Its cells are separated by tabs. It'],
    ['a heading alone', lines(), 'Line 1: The file holds no rows. Write them below the heading.'],
    [
      'UTF-16 of the other order of bytes',
      Buffer.from(`\ufeff${lines(GOOD)}`, 'utf16le').swap16(),
      'Line 1: The file is not in UTF-8. Save the file as "CSV UTF-8".',
    ],
    [
      'UTF-16 without a mark',
      Buffer.from(lines(GOOD), 'utf16le'),
      'Line 1: The file is not in UTF-8. Save the file as "CSV UTF-8".',
    ],
    [
      'thirteen digits in an amount',
      lines(GOOD.replace('12.34', '1234567890123')),
      'Line 2, spend: "1234567890123" is no amount. Write at most twelve digits, with a point before at most six',
    ],
    [
      'an amount below 0',
      lines(GOOD.replace('12.34', '-12.34')),
      'Line 2, spend: "-12.34" is no amount. Write at most twelve digits',
    ],
    [
      'more clicks than are counted',
      lines(GOOD.replace(',10,', ',1000000000001,')),
      'Line 2, clicks: "1000000000001" is no number of times. Write a whole number up to 1000000000000,',
    ],
    [
      'a platform that begins with a digit',
      lines(GOOD.replace('tiktok_ads', '9gag')),
      'Line 2, platform: "9gag" is no name of a platform. Write 2 to 50 small letters, digits and underscores, of which the first is a letter',
    ],
    [
      'a day that does not exist',
      lines(GOOD, '2026-02-30,x_ads,1,A,1,1,1,EUR'),
      'Line 3, date: "2026-02-30" is no date. Write it as 2026-11-23.',
    ],
    [
      'a comma in an amount',
      lines('2026-11-02,x_ads,1,A,"1,50",1,1,EUR'),
      'Line 2, spend: "1,50" is no amount. Write at most twelve digits, with a point',
    ],
    [
      'seven decimals',
      lines(GOOD, GOOD.replace('12.34', '0.1234567')),
      'Line 3, spend: "0.1234567" is no amount.',
    ],
    [
      'a fraction of a click',
      lines(GOOD.replace(',10,', ',1.5,')),
      'Line 2, clicks: "1.5" is no number of times. Write a whole number',
    ],
    [
      'an empty cell',
      lines(GOOD.replace('1000', '')),
      'Line 2, impressions: The cell is empty. Write a whole number',
    ],
    [
      'an unknown currency',
      lines(GOOD, GOOD, 'x').replace('EUR', 'EURO').split('\n').slice(0, 2).join('\n'),
      'Line 2, currency: "EURO" is no currency. Write an ISO 4217 code',
    ],
    [
      'an id that was rounded',
      lines(GOOD.replace(',17,', ',1.2E+17,')),
      'Line 2, campaign_id: "1.2E+17" is a number that a spreadsheet has rounded.',
    ],
    [
      'a cell too many',
      lines(GOOD, `${GOOD},1`),
      'Line 3: The line has 9 cells, and the heading has 8. Put quotes around',
    ],
    [
      'a quote that is not closed',
      lines(GOOD, GOOD.replace('Autumn', '"Autumn')),
      'Line 3: A quote is not closed',
    ],
    [
      'a quote in the middle of a cell',
      lines(GOOD, GOOD.replace('Autumn', 'Au"tumn')),
      'Line 3: There is a quote in the middle of a cell. Put quotes',
    ],
    [
      'the same campaign and day twice',
      lines(GOOD, GOOD.replace('17', '18'), GOOD),
      'Line 4, campaign_id: Line 2 has the same platform, campaign and day. Put both in one line',
    ],
    [
      'a platform in words',
      lines(GOOD.replace('tiktok_ads', 'TikTok Ads')),
      'Line 2, platform: "TikTok Ads" is no name of a platform. Write 2 to 50',
    ],
    [
      'a day that has not begun',
      lines(GOOD.replace('2026', '2126')),
      'Line 2, date: "2126-11-02" has not begun. Give a day up to',
    ],
    [
      'another encoding',
      Buffer.from(lines(GOOD.replace('Autumn', 'Gr\u00fcn')), 'latin1'),
      'Line 2, campaign: "Gr\ufffdn" has characters that are not UTF-8. Save the file',
    ],
    ['nothing in it', '', 'Line 1: The file is empty. Begin it with date,platform'],
  ])(
    'with %s is refused: the line, the column and the fix are named, and nothing is stored',
    async (_what, file, says) => {
      await importOf(lines('2026-11-01,x_ads,5,Before,1,1,1,EUR'));
      const before = await stored();
      const { code, stdout, stderr } = await importOf(file);
      expect([code, stdout]).toEqual([1, '']);
      const [fault = '', last = '', ...more] = stderr.trimEnd().split('\n');
      expect(fault.startsWith(`cvq: ${says}`), fault).toBe(true);
      expect(last).toMatch(/^cvq: Nothing was stored\. Correct .*given\.csv and import it again, whole\.$/);
      expect(more).toEqual([]);
      expect(await stored()).toEqual(before);
    },
  );

  it('with many faults tells twenty of them, in the order of lines', async () => {
    const { stderr } = await importOf(
      lines(...Array.from({ length: 50 }, () => GOOD.replace('EUR', 'XXXX'))),
    );
    const told = stderr.trimEnd().split('\n');
    expect(told).toHaveLength(21);
    expect(told.slice(0, 20).map((each) => Number(/Line (\d+)/.exec(each)?.[1]))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2),
    );
  });

  it('may be on standard input, in any pieces', async () => {
    const args = ['spend', 'import', '-', '--project', project, '--json'];
    const pieces = lines(GOOD.replace('Autumn', 'Herbst 🍂')).match(/.{1,7}/gsu) ?? [];
    const { stdout } = await runInProcess(args, { CVQ_DATA: folder }, pieces);
    expect(JSON.parse(stdout)).toMatchObject({ stored: 1 });
    expect((await stored()).rows).toMatchObject([{ campaign: 'Herbst 🍂' }]);
    const nothing = await runInProcess(args, { CVQ_DATA: folder });
    expect(nothing.stderr).toMatch(/^cvq: Line 1: The file is empty/);
  });

  it('with a quote that is never closed takes no memory for the rest', async () => {
    const rest = Array.from({ length: 2_000 }, () => GOOD);
    const { stderr } = await importOf(lines(GOOD, GOOD.replace('17,Autumn', '18,"Autumn'), ...rest));
    expect(stderr).toMatch(/^cvq: Line 3: A quote is not closed/);
  });

  it('that is not there, or a directory, is named', async () => {
    expect((await run('spend', 'import', '/no/such.csv')).stderr).toBe('cvq: /no/such.csv does not exist.\n');
    expect((await run('spend', 'import', folder)).stderr).toBe(
      `cvq: ${folder} is a directory, and a file is needed.\n`,
    );
  });

  it('is listed as a source, and removed by platform', async () => {
    await importOf(lines(GOOD, '2026-11-05,x_ads,1,A,1,1,1,USD'));
    const listed = JSON.parse((await run('spend', 'list', '--json')).stdout);
    expect(listed).toMatchObject([
      {
        ...{ platform: 'tiktok_ads', integration: null, account: null, timezone: null, currencies: ['EUR'] },
        ...{ first_day: '2026-11-02', last_day: '2026-11-02', last_good_day: '2026-11-02', problem: null },
      },
      { platform: 'x_ads', currencies: ['USD'], first_day: '2026-11-05' },
    ]);
    expect((await run('spend', 'list')).stdout).toContain('tiktok_ads  file');
    const removed = await run('spend', 'remove', '--platform', 'x_ads', '--json');
    expect(JSON.parse(removed.stdout)).toEqual({ project, platform: 'x_ads', removed: 1 });
    expect((await stored()).rows).toMatchObject([{ platform: 'tiktok_ads' }]);
    expect((await run('spend', 'remove', '--platform', 'x_ads')).stderr).toMatch(
      /^cvq: --platform: No file told of x_ads/,
    );
  });
});

describe('a file of exchange rates', () => {
  const importRates = (content: string) => run('rates', 'import', fileWith(content), '--json');

  it('is stored, and a rate of the same day is replaced', async () => {
    await importRates('date,from,to,rate\n2026-11-01,USD,EUR,0.9\n');
    const again = await importRates('date,from,to,rate\n2026-11-01,USD,EUR,0.91\n2026-11-02,USD,EUR,0.92\n');
    expect(JSON.parse(again.stdout)).toEqual({ project, stored: 2 });
    const store = openControlStore({ folder, migrate: false });
    expect(await store.readRates(project, EVER)).toEqual([
      { date: '2026-11-01', from: 'USD', to: 'EUR', rate: 0.91 },
      { date: '2026-11-02', from: 'USD', to: 'EUR', rate: 0.92 },
    ]);
    await store.close();
  });

  it('is of the only project where none is named, and asks for it where there are several', async () => {
    const settings = { CVQ_DATA: folder };
    const file = fileWith('date,from,to,rate\n2026-11-01,USD,EUR,0.9\n');
    const stored = await cvq(['rates', 'import', file, '--json'], settings);
    expect(JSON.parse(stored.stdout)).toEqual({ project, stored: 1 });
    expect((await cvq(['rates', 'list'], settings)).stdout).toContain('USD   EUR  2026-11-01  0.9');
    await cvq(['project', 'create', '--domain', 'other.example'], settings);
    const asked = await cvq(['rates', 'import', file], settings);
    expect([asked.code, asked.stderr]).toEqual([
      1,
      'cvq: --project: Missing option. Give --project <id>: there are 2 projects. See cvq project list.\n',
    ]);
    const none = await cvq(['rates', 'list'], { CVQ_DATA: folderWithStores() });
    expect(none.stderr).toBe('cvq: There is no project. Make one: cvq project create\n');
  });

  it('is listed rate by rate, and taken out by currencies or by a day of them', async () => {
    await importRates(
      'date,from,to,rate\n2026-11-01,USD,EUR,0.9\n2026-11-02,USD,EUR,0.92\n2026-11-01,IDR,EUR,0.0000001\n',
    );
    expect((await run('rates', 'list')).stdout.trimEnd().split('\n')).toEqual([
      'FROM  TO   SINCE       RATE',
      'IDR   EUR  2026-11-01  0.0000001',
      'USD   EUR  2026-11-01  0.9',
      'USD   EUR  2026-11-02  0.92',
    ]);
    const remove = (...args: readonly string[]) => run('rates', 'remove', '--to', 'EUR', ...args, '--json');
    const one = await remove('--from', 'USD', '--date', '2026-11-01');
    expect(JSON.parse(one.stdout)).toEqual({
      ...{ project, from: 'USD', to: 'EUR', date: '2026-11-01', removed: 1 },
    });
    expect((await remove('--from', 'USD', '--date', '2026-11-01')).stderr).toBe(
      `cvq: There is no rate from USD to EUR that began on 2026-11-01. See cvq rates list.\n`,
    );
    expect(JSON.parse((await remove('--from', 'IDR')).stdout)).toMatchObject({ date: null, removed: 1 });
    expect(JSON.parse((await run('rates', 'list', '--json')).stdout)).toEqual([
      { date: '2026-11-02', from: 'USD', to: 'EUR', rate: 0.92 },
    ]);
    expect((await remove('--from', 'usd')).stderr).toContain('It must be an ISO 4217 code in capitals');
    const last = await run('rates', 'remove', '--from', 'USD', '--to', 'EUR');
    expect(last.stdout).toBe('Removed 1 rate from USD to EUR.\n');
  });

  it.each([
    ['0', 'Line 2, rate: "0" is no rate. Write how much'],
    [
      '1234567890',
      'Line 2, rate: "1234567890" is no rate. Write how much of the second currency one unit of the first was worth, above 0: at most nine digits',
    ],
    ['0.1234567890123', 'Line 2, rate: "0.1234567890123" is no rate.'],
    ['1e3', 'Line 2, rate: "1e3" is no rate.'],
    ['0.9\n2026-11-01,USD,EUR,0.8', 'Line 3, date: Line 2 has the same day and currencies. Leave one'],
    ['0.9\n2026-11-01,EUR,EUR,1', 'Line 3, to: Both currencies are the same. Leave the line out.'],
  ])('with the rate %j is refused whole', async (rate, says) => {
    const { code, stderr } = await importRates(`date,from,to,rate\n2026-11-01,USD,EUR,${rate}\n`);
    expect([code, stderr.split('\n').length]).toEqual([1, 3]);
    expect(stderr.startsWith(`cvq: ${says}`), stderr).toBe(true);
    const store = openControlStore({ folder, migrate: false });
    expect(await store.readRates(project, EVER)).toEqual([]);
    await store.close();
  });
});
