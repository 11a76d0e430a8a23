import { takeOverQueue } from './command-queue.ts';
import { documentValue } from './core/document-value.ts';
import { listen } from './core/listen.ts';
import { setDebug } from './core/log.ts';
import { ownGlobal } from './core/own-global.ts';
import { safely } from './core/safely.ts';
import { warnOfUnknown } from './core/settings.ts';
import type { ServiceConfig } from './init-all.ts';
import { nameMissingKey } from './missing-key.ts';
import { findModules, findScripts, scriptConfig } from './script-tag.ts';
import type { Service } from './service.ts';

type Init = (config: Partial<ServiceConfig>) => void;

/** Makes `window.Service`, configured by the element of the script, and `window.cvq`, which works from now on. */
export function boot(methods: typeof Service): void {
  safely(() => {
    const host = window as { Service?: object; cvq?: { init?: Init } };
    const tags = findScripts().map(scriptConfig);
    // What is wrong with an element may be that it starts nothing.
    if (tags.some(({ debug }) => debug)) setDebug(true);
    // Another copy serves this page. Its attributes are all that this one has to say.
    if (typeof host.cvq?.init === 'function') {
      for (const tag of tags) {
        if (tag.api_key) host.cvq.init(tag);
        else warnOfUnknown(tag);
      }
      return;
    }
    let hasInit = false;
    const init: Init = (config) => {
      hasInit = true;
      // A page may call it without anything, or with what is no object.
      methods.init({ ...(!('api_key' in Object(config)) && tags[0]), ...Object(config) } as ServiceConfig);
    };
    const service = { ...methods, init };
    // The name may be taken by the page; the queue works all the same.
    if (!ownGlobal('Service')) host.Service = service;
    takeOverQueue(service);
    for (const tag of tags) {
      if (tag.api_key) init(tag);
      else nameMissingKey(tag, () => hasInit);
    }
    // A module with `async` may run before the page has the others of its address, for which no browser runs it again.
    if (!documentValue('currentScript'))
      listen(window, 'load', () => {
        for (const tag of findModules().map(scriptConfig)) if (tag.api_key) init(tag);
      });
  });
}
