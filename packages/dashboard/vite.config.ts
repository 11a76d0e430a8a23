import { defineConfig } from 'vite';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // Its own preload script would break the policy of our pages, and every browser that we support knows the element.
    modulePreload: { polyfill: false },
    // A font in the style could not be preloaded.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first script lists every file that it may load later: names that only people read would be a part of its bytes.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // What pages share comes with the first script: each file more would be a request before the first figures.
        codeSplitting: { groups: [{ name: 'main', tags: ['$initial'] }] },
      },
    },
  },
});
