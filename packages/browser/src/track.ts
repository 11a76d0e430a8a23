import { capture } from './core/capture.ts';
import type { EventMap, Properties } from './properties.ts';

/** An event of the map has the properties that the map says; any other name is free. */
type Unmapped<Name extends string> = Name extends keyof EventMap ? never : Name;

/** Tracks an event of your own. */
export function track<Name extends keyof EventMap>(eventName: Name, properties: EventMap[Name]): void;
export function track<Name extends string, Shape extends object = Properties>(
  eventName: Unmapped<Name>,
  properties?: Shape,
): void;
export function track(eventName: string, properties?: object): void {
  capture(eventName, properties);
}
