/** What `webhook_deliveries.state` says. A code, once released, keeps its meaning. */
export const STATE = { outstanding: 0, acknowledged: 1, failed: 2, cancelled: 3 } as const;
