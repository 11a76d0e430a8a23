import { expect, it } from 'vitest';
import { timeZoneChange } from '../src/words/time-zone-change.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const between = (from: string, to: string) => timeZoneChange({ from, to, now: NOW });

it.each([
  ['UTC', 'Asia/Tokyo', 'Days begin 9 hours earlier than now.'],
  ['Asia/Tokyo', 'UTC', 'Days begin 9 hours later than now.'],
  ['UTC', 'Europe/Berlin', 'Days begin 1 hour earlier than now.'],
  ['UTC', 'Asia/Kolkata', 'Days begin 5 hours and 30 minutes earlier than now.'],
  ['UTC', 'America/St_Johns', 'Days begin 3 hours and 30 minutes later than now.'],
  [
    'Europe/Berlin',
    'Europe/Paris',
    'Days begin when they begin now, until one of the two changes its clocks.',
  ],
])('from %s to %s it says when days begin', (from, to, sentence) => {
  expect(between(from, to)?.[0]).toMatch(sentence);
});

it('tells of ranges that are too long in zones of half hours alone', () => {
  const isTold = (to: string) => between('UTC', to)?.some((sentence) => sentence.includes('90 days'));
  expect(['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tokyo', 'Europe/Berlin'].map(isTold)).toEqual([
    ...[true, true, false, false],
  ]);
});

it('says nothing of the same zone, and of one that does not exist', () => {
  expect([between('UTC', 'UTC'), between('UTC', 'Europe/Atlantis'), between('UTC', '')]).toEqual([
    ...[null, null, null],
  ]);
});
