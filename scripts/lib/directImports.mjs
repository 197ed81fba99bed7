// Loaded into the server with --import. To find the file of an import, Node looks at the disk several times: whether the
// file exists, is a link, and which package.json says how to read it. The server has six thousand imports, most of
// which need no look. Libraries of hundreds of files are loaded as one bundle each.
import { registerHooks } from 'node:module';
import { findImport } from './findImport.mjs';
import { findBundles } from './libraries.mjs';

const bundles = findBundles();

registerHooks({
  resolve(specifier, context, next) {
    // A package may have another version of its own.
    const bundle = !context.parentURL?.includes('/node_modules/') && bundles.get(specifier);
    if (bundle) return { url: bundle, format: 'module', shortCircuit: true };
    const found = context.parentURL && findImport(specifier, context.parentURL);
    return found ? { ...found, shortCircuit: true } : next(specifier, context);
  },
});
