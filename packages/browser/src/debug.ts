import { setDebug } from './core/log.ts';

/** Turns messages on the console on or off. */
export function debug(enabled: boolean): void {
  setDebug(enabled);
}
