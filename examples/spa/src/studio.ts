/** The studio's own server, played by the browser: it remembers one account and one order until the tab is closed. */

export type Account = { id: string; email: string; firstName: string; lastName: string };
export type Order = { id: string; total: number };

export function createAccount(details: Omit<Account, 'id'>): Account {
  return remember('account', { id: newId('member'), ...details });
}

export function placeOrder(total: number): Order {
  return remember('order', { id: newId('S'), total });
}

export function findAccount(): Account | null {
  return recall<Account>('account');
}

export function findOrder(): Order | null {
  return recall<Order>('order');
}

function newId(prefix: string): string {
  return `${prefix}-${Date.now().toString(36)}`;
}

function remember<Thing>(name: string, thing: Thing): Thing {
  sessionStorage.setItem(name, JSON.stringify(thing));
  return thing;
}

function recall<Thing>(name: string): Thing | null {
  return JSON.parse(sessionStorage.getItem(name) ?? 'null');
}
