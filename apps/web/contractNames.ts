import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  callee?: { type: string; name?: string; object?: { name?: string } };
  arguments?: Node[];
  properties?: { key: { name?: string }; start: number; end: number }[];
}

/** `Type.Object(...)`, or a field of kit.ts. An empty one depends on no other schema. */
const isSchema = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && (callee?.object?.name === 'Type' || SCHEMA.test(callee?.name ?? ''));
const SCHEMA = /^(?!(?:BigInt|Boolean|Date|Number|Object|String|Symbol)$)[A-Z]/;

/** The properties of a call that a browser needs besides its path. */
const USED = new Set(['bare']);

/**
 * Leaves of the contract what a browser uses: the paths of calls and the names of events. Summaries, access rules,
 * schemas and errors are a fifth of the script of a signed-in person otherwise. Calls at the top of these files are
 * marked as pure, so that those which a page does not use leave its script.
 */
export function contractNames(): Plugin {
  return {
    name: 'contract-names',
    apply: 'build',
    // After the types are removed.
    enforce: 'post',
    transform(code, id) {
      if (!/\/packages\/contract\/src\/[^?]+\.ts$/.test(id)) return null;
      const edits: [start: number, end: number, text: string][] = [];
      walk(this.parse(code) as unknown as Node, (node) => {
        // The body of a function is not executed when the module loads.
        if (/Function/.test(node.type)) return false;
        if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return true;
        if (isSchema(node)) {
          edits.push([node.start, node.end, '({ properties: {} })']);
          return false;
        }
        edits.push([node.start, node.start, '/* @__PURE__ */ ']);
        const [first, spec, data] = node.arguments ?? [];
        if (node.callee?.name === 'call' && first && spec?.properties) {
          const used = spec.properties.filter(({ key }) => USED.has(key?.name ?? ''));
          edits.push([spec.start, spec.end, `{ ${used.map(({ start, end }) => code.slice(start, end)).join(', ')} }`]);
          return false;
        }
        if (node.callee?.name === 'event' && data) {
          edits.push([data.start, data.end, 'null']);
          return false;
        }
        return true;
      });
      if (edits.length === 0) return null;
      edits.sort((a, b) => b[0] - a[0]);
      let result = code;
      for (const [start, end, text] of edits) result = result.slice(0, start) + text + result.slice(end);
      return { code: withoutUnusedImports(result), map: null };
    },
  };
}

const IMPORT = /^import \{([^}]*)\} from ['"][^'"]+['"];?$/gm;
/** A schema's import would put the file that it is from into the script of every page that has this one. */
function withoutUnusedImports(code: string): string {
  const body = code.replace(IMPORT, '');
  const isUsed = (names: string) =>
    names.split(',').some((name) => new RegExp(`\\b${name.trim().split(' ').at(-1)}\\b`).test(body));
  return code.replace(IMPORT, (all, names: string) => (isUsed(names) ? all : ''));
}

/** Visits the nodes; those below one are skipped where `visit` returns false. */
function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return;
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each && typeof each === 'object' && 'type' in each) walk(each as Node, visit);
    }
  }
}
