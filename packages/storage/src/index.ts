export type * from './control-store.ts';
export type * from './delivery-store.ts';
export { DELIVERY_STATES } from './delivery-store.ts';
export type * from './event-record.ts';
export type * from './event-store.ts';
export { openControlStore, openDeliveryStore, openEventStore } from './open-stores.ts';
export { SchemaOutOfDate, SchemaTooNew, StoreUnusable } from './store-errors.ts';
export type { StoreLocation } from './store-location.ts';
export type * from './webhook-endpoint.ts';
