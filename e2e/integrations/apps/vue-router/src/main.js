import { init } from '@cvq/browser';
import { createApp } from 'vue';
import App from './app.vue';
import { router } from './router.js';

init({ apiKey: import.meta.env.VITE_CVQ_KEY, endpoint: import.meta.env.VITE_CVQ_ENDPOINT });
createApp(App).use(router).mount('#app');
