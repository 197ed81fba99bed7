/** The name of a package in package-lock.json: an alias says it, otherwise its folder does. */
export function nameOf(path, { name }) {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Where the npm registry has a package. */
export function addressOf(name, version) {
  return `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}
