import { takeOverQueue } from './command-queue.ts';
import { safely } from './core/safely.ts';
import type { ServiceConfig } from './init-all.ts';
import { findScript, scriptConfig } from './script-tag.ts';
import type { Service } from './service.ts';

/** Makes `window.Service`, configured by the element of the script, and `window.cvq`, which works from now on. */
export function boot(methods: typeof Service): void {
  safely(() => {
    const host = window as { Service?: object };
    const tag = scriptConfig(findScript());
    const init = (config: Partial<ServiceConfig>) => methods.init({ ...tag, ...config } as ServiceConfig);
    const service = { ...methods, init };
    // The name may be taken by the page; the queue works all the same.
    if (!host.Service) host.Service = service;
    // Throws where another copy has taken it over: a script that is included twice counts once.
    takeOverQueue(service);
    if (tag.api_key) init({});
  });
}
