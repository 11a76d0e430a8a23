import type { Conversion, ConversionData } from './conversion.ts';
import type { ServiceConfig } from './init-all.ts';
import type { Service } from './service.ts';
import type { UserData } from './user-data.ts';

/** Every method of `window.Service` and `window.cvq`. What the script's element says need not be said to `init`. */
type Methods = Omit<typeof Service, 'init'> & { init(config?: Partial<ServiceConfig>): void };

/** What a call of each method passes. Those that are generic are written out, since `Parameters` forgets the rest. */
type Arguments = {
  [Name in keyof Methods]: Name extends DataMethod
    ? [data: ConversionData, userData?: UserData]
    : Name extends 'trackConversion'
      ? [eventType: string, data: ConversionData, userData?: UserData]
      : Parameters<Methods[Name]>;
};
type DataMethod = 'trackPurchase' | 'trackLead' | 'trackSignup' | 'trackSubscription' | 'trackDownload';

/** A call as a list: a method's name and its arguments. */
export type Command = {
  [Name in keyof Arguments]: readonly [name: Name, ...passed: Arguments[Name]];
}[keyof Arguments];

/** Runs once the SDK is there, and is given it. */
export type Callback = (service: Methods) => unknown;

/** A command in whose data no name is misspelt. */
type SpeltCommand<Pushed> = Pushed extends readonly [DataMethod, infer Data, ...infer Rest]
  ? readonly [DataMethod, Conversion<Data>, ...Rest]
  : Pushed;

/** `window.cvq`: a list until the script has loaded, and from then on every method too. */
export type CommandQueue = Partial<Methods> & {
  push<const Pushed extends readonly (Command | Callback)[]>(
    ...commands: Pushed & { [At in keyof Pushed]: SpeltCommand<Pushed[At]> }
  ): unknown;
};

declare global {
  interface Window {
    /** Written by pages as `window.cvq = window.cvq || []`. */
    cvq?: CommandQueue;
  }
}
