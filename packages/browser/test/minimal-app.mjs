// The smallest useful application: what it weighs with the SDK in it is measured by size-limit.
import { init, page, track } from '../dist/core.mjs';

init({ apiKey: 'proj_example', endpoint: 'https://collector.example' });
page();
track('ready');
