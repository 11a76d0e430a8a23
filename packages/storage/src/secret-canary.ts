/**
 * The setting of the control store with a text that only the installation's secret opens. A collector writes it when it has
 * opened every store, so that it also shows that there was an events store.
 */
export const SECRET_CANARY = 'secret_canary';
