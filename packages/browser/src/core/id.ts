import { crypto } from './browser.ts';

/**
 * An id of a visitor, a session or a tab: its time of birth, so that ids sort by time, and 64 bits of chance. Not from
 * Math.random, which pages seed to get the same "chance" for everyone. The time has at least so many digits.
 */
export function newId(at: number, digits = 0): string {
  return `${`${at}`.padStart(digits, '0')}_${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
}

/** True for an id that `newId` can have made. */
export function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[1-9]\d{0,15}_\d{1,20}$/.test(value);
}

/** When an id was made; not a number for what is no id. */
export function bornAt(id: unknown): number {
  return parseInt(id as string, 10);
}
