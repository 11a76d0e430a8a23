import { attributesOf } from './attributes-of.ts';
import { capture } from './core/capture.ts';
import type { Feature } from './core/feature.ts';
import { isFirst } from './core/is-first.ts';
import { safely } from './core/safely.ts';
import { linkIn } from './link-in.ts';

const EVENT = 'data-service-event';

let lookInto = (_element: Element): void => {};
/** The elements that are looked at. */
let selector = `[${EVENT}]`;

/** Sets what else is done for every element of the page. */
export function alsoLookInto(look: (element: Element) => void): void {
  lookInto = look;
  selector = '*';
}

/** Tracks the innermost element that asks for this event. */
function track(event: Event): void {
  // A link that is opened in another tab with the middle button is clicked, though browsers call it otherwise.
  const isMiddleClick = event.type === 'auxclick' && (event as MouseEvent).button === 1 && linkIn(event);
  const type = isMiddleClick ? 'click' : event.type;
  const path = event.composedPath() as Element[];
  const element = (event.bubbles ? path : path.slice(0, 1)).find(
    (node) => node.getAttribute?.(EVENT) === type,
  );
  // No browser submits a form that is not valid, so every submit counts.
  if (!element) return;
  const { event: _, event_name: name = type, ...properties } = attributesOf(element);
  if (isFirst(event)) capture(name, properties);
}

const hear = (event: Event) => safely(() => track(event));

/** Listens where an element that asks for an event is. A browser takes the same listener only once. */
function look(element: Element): void {
  const type = element.getAttribute(EVENT);
  const root = element.getRootNode();
  if (type) root.addEventListener(type, hear, true);
  if (type === 'click') root.addEventListener('auxclick', hear, true);
  lookInto(element);
}

function scan(node: ParentNode): void {
  node.querySelectorAll(selector).forEach(look);
}

const observe = () =>
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes] as Element[]) {
        if (!node.localName) continue;
        look(node);
        if (node !== target) scan(node);
      }
    }
  });
let observer: MutationObserver | undefined;

/** Follows a document or an open shadow root. */
export function watch(root: Document | ShadowRoot): void {
  observer = observer || observe();
  observer.observe(root, { childList: true, subtree: true, attributeFilter: [EVENT] });
  scan(root);
}

/** Tracks what elements ask for by their `data-service-event`, now and whenever such an element is added. */
export const declarative: Feature = () => watch(document);
