import { init } from '@cvq/browser';

init({ apiKey: process.env.NEXT_PUBLIC_CVQ_KEY, endpoint: process.env.NEXT_PUBLIC_CVQ_ENDPOINT });
