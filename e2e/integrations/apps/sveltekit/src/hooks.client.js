import { init } from '@cvq/browser';

init({ apiKey: import.meta.env.VITE_CVQ_KEY, endpoint: import.meta.env.VITE_CVQ_ENDPOINT });
