import { registerHooks } from 'node:module';

/**
 * Loaded before a program, it has that and its threads made of their modules, each of which can be replaced or counted
 * by itself.
 */
registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/\.bundle\.js$/, '.js'), context),
});
