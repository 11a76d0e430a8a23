export type * from './control-store.ts';
export type * from './event-record.ts';
export type * from './event-store.ts';
export { openControlStore, openEventStore } from './open-stores.ts';
export { SchemaOutOfDate, SchemaTooNew, StoreUnusable } from './store-errors.ts';
export type { StoreLocation } from './store-location.ts';
