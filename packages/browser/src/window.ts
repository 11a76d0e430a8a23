import type { QueuedConversion } from './conversion.ts';
import type { ServiceConfig } from './init-all.ts';
import type { Service } from './service.ts';
import type { UserData } from './user-data.ts';

/** Every method of `window.Service` and `window.cvq`. What the script's element says need not be said to `init`. */
type Methods = Omit<typeof Service, 'init'> & { init(config?: Partial<ServiceConfig>): void };

type DataMethod = 'trackPurchase' | 'trackLead' | 'trackSignup' | 'trackSubscription' | 'trackDownload';

/** What a call of each method passes. Those that are generic are written out, since `Parameters` forgets the rest. */
type Arguments = {
  [Name in keyof Methods]: Name extends DataMethod
    ? [data: QueuedConversion, userData?: UserData]
    : Name extends 'trackConversion'
      ? [eventType: string, data: QueuedConversion, userData?: UserData]
      : Parameters<Methods[Name]>;
};

/** A call as a list: a method's name and its arguments. */
export type Command = {
  [Name in keyof Arguments]: readonly [name: Name, ...passed: Arguments[Name]];
}[keyof Arguments];

/** Runs once the SDK is there, and is given it. */
type Callback = (service: Methods) => unknown;

/** `window.cvq`: a list until the script has loaded, and from then on every method too. */
export type CommandQueue = (Command | Callback)[] & Partial<Methods>;

declare global {
  interface Window {
    /** Written by pages as `window.cvq = window.cvq || []`. */
    cvq?: CommandQueue;
  }
}
