// Loaded into the server with --import. To find the file of an import, Node looks at the disk several times: whether the
// file exists, is a link, and which package.json says how to read it. The server has six thousand imports, most of
// which need no look.
import { registerHooks } from 'node:module';
import { findImport } from './findImport.mjs';

registerHooks({
  resolve(specifier, context, next) {
    const found = context.parentURL && findImport(specifier, context.parentURL);
    return found ? { ...found, shortCircuit: true } : next(specifier, context);
  },
});
