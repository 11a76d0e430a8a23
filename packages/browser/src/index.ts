// Everything of the core but its `init`: what is named here goes before what comes with the star.
export * from './core-module.ts';
export { initAll as init, type ServiceConfig } from './init-all.ts';
export { Service, Service as default } from './service.ts';
export type { Command, CommandQueue } from './window.ts';
