import { vi } from 'vitest';

/** The core and the whole: each test starts the one that it is about. */
type Sdk = typeof import('../src/core-module.ts') & Pick<typeof import('../src/index.ts'), 'Service'>;

const unpatched = { pushState: history.pushState, replaceState: history.replaceState };
let leavePage = () => {};

/** Forgets the visitor: cookies and stored records of earlier tests. */
export function forgetVisitor(): void {
  localStorage.clear();
  for (const cookie of document.cookie.split('; ')) setCookie(`${cookie.split('=')[0]}=;max-age=0`);
}

export function setCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: what a test sets by hand is simple enough
  document.cookie = `${text};path=/`;
}

/**
 * Opens a page: the address, and a fresh copy of the SDK that knows only what storage holds. The copy of the page
 * before is told that it goes away, as a browser would, and hears nothing more.
 */
export async function openPage(path = '/', title = 'Home'): Promise<Sdk> {
  leavePage();
  history.replaceState(null, '', path);
  document.title = title;
  // A new page has new objects, without the marks of the copies of the SDK on the page before.
  for (const mark of ['cvq.page', 'cvq.seen', 'cvq.records']) Reflect.deleteProperty(window, mark);
  // jsdom does not say that localhost is secure.
  Object.assign(window, { isSecureContext: true });
  // A copy of its own for every page, as a browser would load it.
  vi.resetModules();
  const listeners = watchListeners();
  const observers = watchObservers();
  leavePage = () => {
    window.dispatchEvent(new Event('pagehide'));
    listeners.removeAll();
    observers.disconnectAll();
    const now = Date.now();
    vi.clearAllTimers();
    // Clearing sets the fake clock back to its start.
    vi.setSystemTime(now);
    Object.assign(history, unpatched);
    leavePage = () => {};
  };
  const { Service } = await import('../src/index.ts');
  return { ...(await import('../src/core-module.ts')), Service };
}

/** Leaves the page without another one. */
export function closePage(): void {
  leavePage();
}

// By its class the document has its listener also where an element has the name of the method.
const originals = [
  [window, window, window.addEventListener],
  [document, Document.prototype, document.addEventListener],
] as const;

function watchListeners() {
  const added: [EventTarget, ...Parameters<EventTarget['addEventListener']>][] = [];
  for (const [target, holder, add] of originals) {
    holder.addEventListener = (...args: unknown[]) => {
      const call = args as Parameters<EventTarget['addEventListener']>;
      added.push([target, ...call]);
      add.apply(target, call as Parameters<typeof add>);
    };
  }
  return {
    removeAll() {
      for (const [target, type, listener, options] of added)
        target.removeEventListener(type, listener, options);
    },
  };
}

/** A page that is gone sees nothing of the next one. */
function watchObservers() {
  const made: MutationObserver[] = [];
  const original = window.MutationObserver;
  window.MutationObserver = class extends original {
    constructor(hear: MutationCallback) {
      super(hear);
      made.push(this);
    }
  };
  return {
    disconnectAll() {
      for (const observer of made) observer.disconnect();
      window.MutationObserver = original;
    },
  };
}
