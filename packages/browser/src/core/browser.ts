/**
 * What the browser has by these names. A page may have a `const screen` or a `let history` of its own, which stands before
 * it in every script of the page, and not in the window. On a server some are missing.
 */
export const { crypto, history, navigator, screen } = globalThis;
