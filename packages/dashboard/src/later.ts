import './ask/follow-person.ts';
import { keepFocus } from './keyboard/keep-focus.ts';
import { nameTab } from './parts/page-title.ts';

export { listenToKeys } from './keyboard/listen.ts';

// What the first figures can do without comes right after them.
nameTab();
keepFocus();
