import type { Feature } from './core/feature.ts';
import { log } from './core/log.ts';
import { alsoLookInto, watch } from './declarative.ts';

/** Lets `declarative` see the elements in open shadow roots too. Stands before it in the list of features. */
export const shadowRoots: Feature = () =>
  alsoLookInto((element) => {
    const enter = () => element.shadowRoot && watch(element.shadowRoot);
    enter();
    // An element of the page's own may get its shadow root later, when its script has come.
    if (element.localName.includes('-')) customElements.whenDefined(element.localName).then(enter, log);
  });
