import { attributesOf } from './attributes-of.ts';
import { capture } from './core/capture.ts';
import { distinct } from './core/distinct.ts';
import type { Feature } from './core/feature.ts';
import { invoke } from './core/invoke.ts';
import { isFirst } from './core/is-first.ts';
import { safely } from './core/safely.ts';
import { linkIn } from './link-in.ts';
import { whenSuccessful } from './when-successful.ts';

const EVENT = 'data-service-event';

/** The control of a label that was clicked, which the browser clicks too in the same task; and the element that asked. */
let echo: readonly (EventTarget | null | undefined)[] = [];

/** True for the second click that a browser makes of a person's one, on a label and then on what it labels. */
function isEcho(type: string, path: readonly Element[], element: Element): boolean {
  if (type !== 'click') return false;
  const [target] = path;
  const isSecond = target === echo[0] && element === echo[1];
  const label = path.find((node) => node.localName === 'label') as HTMLLabelElement | undefined;
  echo = isSecond || label?.control === target ? [] : [label?.control, element];
  setTimeout(() => {
    echo = [];
  });
  return isSecond;
}

/**
 * The elements of a path that may have asked. One that does not bubble reaches the element that it happened in, and those
 * in whose shadow roots that one is: who declares a part of the page's own cannot reach into it.
 */
function askers(event: Event, path: readonly Element[]): readonly Element[] {
  if (event.bubbles) return path;
  const reached: Element[] = [];
  let [node] = path;
  while (node && path.includes(node)) {
    reached.push(node);
    node = (invoke(node, 'getRootNode') as ShadowRoot | undefined)?.host;
  }
  return reached;
}

/** Tracks the innermost element that asks for this event. */
function track(event: Event): void {
  // A link that is opened in another tab with the middle button is clicked, though browsers call it otherwise.
  const isMiddleClick = event.type === 'auxclick' && (event as MouseEvent).button === 1 && linkIn(event);
  const type = isMiddleClick ? 'click' : event.type;
  const path = event.composedPath() as Element[];
  const element = askers(event, path).find((node) => invoke(node, 'getAttribute', EVENT) === type);
  // No browser submits a form that is not valid, so every submit counts. What the document and a shadow root hear both is
  // looked at once, or a label's second click would not be known as such.
  if (!element || !isFirst(event) || isEcho(type, path, element)) return;
  const { event: _, event_name: name = type, success, ...properties } = attributesOf(element);
  const count = () => capture(name, properties);
  if (success) whenSuccessful(element, event, success, count);
  else count();
}

const hear = (event: Event) => safely(() => track(event));

/** Listens where an element that asks for an event is. A browser takes the same listener only once. */
function listenFor(element: Element): void {
  const type = invoke(element, 'getAttribute', EVENT);
  if (!type) return;
  const root = invoke(element, 'getRootNode') as Node;
  invoke(root, 'addEventListener', type, hear, true);
  if (type === 'click') invoke(root, 'addEventListener', 'auxclick', hear, true);
}

/** Looks at a node, which may be a document as well, and at what is in it. */
function scan(node: Element): void {
  listenFor(node);
  invoke(node, 'querySelectorAll', `[${EVENT}]`)?.forEach(listenFor);
}

/** Of more changes than this it takes longer to tell their places apart than to look at all. */
const MANY = 100;

// Scanning where something changed is cheaper than a look at all that came: most of it is made into objects for nobody.
const observe = () =>
  new MutationObserver((changes) =>
    safely(() => {
      const isMany = changes.length > MANY;
      const places = changes.map(({ target }) => (isMany && invoke(target, 'getRootNode')) || target);
      (distinct(places) as Element[]).forEach(scan);
    }),
  );
let observer: MutationObserver | undefined;

/** Hears what the elements of a document or an open shadow root ask for, now and whenever one is added. */
export function watch(root: Document | ShadowRoot): void {
  observer = observer || observe();
  observer.observe(root, { childList: true, subtree: true, attributeFilter: [EVENT] });
  scan(root as ParentNode as Element);
}

/** Tracks what elements ask for by their `data-service-event`. */
export const declarative: Feature = () => watch(document);
