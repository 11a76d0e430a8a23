import type { Feature } from './core/feature.ts';
import { invoke } from './core/invoke.ts';
import { isFirst } from './core/is-first.ts';
import { listen } from './core/listen.ts';
import { log } from './core/log.ts';
import { nodeValue } from './core/node-value.ts';
import { safely } from './core/safely.ts';
import { watch } from './declarative.ts';

let observer: MutationObserver;

function enter(element: Element): void {
  const shadowRoot = nodeValue(element, 'shadowRoot');
  if (!shadowRoot) return;
  watch(shadowRoot);
  search(shadowRoot);
}

function inspect(element: Element): void {
  enter(element);
  // An element of the page's own may get its shadow root later, when its script has come.
  const localName = nodeValue(element, 'localName');
  if (localName?.includes('-')) customElements.whenDefined(localName).then(() => enter(element), log);
}

function inspectAll(node: Element): void {
  inspect(node);
  invoke(node, 'querySelectorAll', '*')?.forEach(inspect);
}

function search(root: Document | ShadowRoot): void {
  observer.observe(root, { childList: true, subtree: true });
  inspectAll(root as ParentNode as Element);
}

/**
 * Nothing tells of a root that an element of the page gets after it was added, as by an effect of a framework. Before
 * somebody uses what is in it, they press a button or a key there.
 */
function enterOnUse(event: Event): void {
  for (const node of event.composedPath() as Element[]) {
    const shadowRoot = nodeValue(node, 'shadowRoot');
    if (shadowRoot && isFirst(shadowRoot)) enter(node);
  }
}

/** Lets `declarative` see the elements in open shadow roots too. */
export const shadowRoots: Feature = () => {
  observer = new MutationObserver((changes) =>
    safely(() => {
      for (const { addedNodes } of changes) (addedNodes as NodeListOf<Element>).forEach(inspectAll);
    }),
  );
  search(document);
  for (const type of ['pointerdown', 'keydown']) listen(window, type, enterOnUse);
};
