import { defineConfig } from 'astro/config';

export default defineConfig({ redirects: { '/old': '/products' } });
