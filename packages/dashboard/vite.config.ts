import { defineConfig } from 'vite';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // Its own preload script would break the policy of our pages, and every browser that we support knows the element.
    modulePreload: {
      polyfill: false,
      // Names of scripts that a page needs beside its own would be a part of the first script: the one of all pages
      // comes with the first of them.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    // A font in the style could not be preloaded.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first script lists every file that it may load later: names that only people read would be a part of its bytes.
        // Sixteen digits take half a byte each when compressed, and six of them tell some seventy files apart.
        chunkFileNames: 'assets/[hash:6].js',
        assetFileNames: 'assets/[hash:6][extname]',
        hashCharacters: 'hex',
        // What the first page needs comes with the first script: each file more would be a request before the first figures.
        // What several other pages need is one script, which is there once one of them was opened.
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 2 },
            { name: 'shared', test: /\/src\/.*\.tsx?$/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
