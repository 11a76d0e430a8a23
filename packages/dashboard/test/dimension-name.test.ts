import { expect, it } from 'vitest';
import { dimensionName } from '../src/figures/dimension-name.ts';

it('names a dimension by words, those of the wire unless people have others', () => {
  expect(['channel', 'ad_platform', 'entry_page', 'hostname', 'os', 'did_event'].map(dimensionName)).toEqual([
    ...['Channel', 'Ad platform', 'Entry page', 'Host', 'System', 'Event in visit'],
  ]);
});

it('names a property of events by its own name', () => {
  expect(dimensionName('property:shirt_size')).toBe('shirt_size');
});

it('has only words for what is no dimension, also where every object has such a property', () => {
  for (const name of ['constructor', '__proto__', 'toString', ''])
    expect(typeof dimensionName(name), name).toBe('string');
  expect(dimensionName('constructor')).toBe('Constructor');
});
