// Lint rules of this repository that oxlint does not have.

const forbid = (node, message) => ({
  meta: { type: 'problem', docs: { description: message } },
  create: (context) => ({ [node]: (found) => context.report({ node: found, message }) }),
});

const STATEMENT = /^\s*(with \w+ as \(|select .+ from \w|insert into \w|update \w+ set |delete from \w)/;

/** A statement that writes or locks, also by a function in a select list. Values in it are `?`. */
const WRITES =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate|update\s+(only\s+)?\S+(\s+(as\s+)?\w+)?\s+set)\b|\b(nextval|setval|pg_notify|add_job|pg_(try_)?advisory_\w+)\s*\(/i;

/** Types of parameters with which a function may write, or only read. Aliases of a file are added to them. */
const WRITER = /\b(Writer|WritingView|Work|Direct|Transaction|Db|Database|App)\b/;
const READER = /\b(Reader|View)\b/;

/**
 * Types do not know what a raw statement does: this rule is for those, in functions with a `Reader`. A fragment outside
 * of such a function counts where it is used, and one that writes stays in its file.
 */
const readersOnlyRead = {
  meta: { type: 'problem', docs: { description: 'A function with a `Reader` has no statements that write.' } },
  create(context) {
    const path = context.filename.replaceAll('\\', '/');
    if (!path.includes('/apps/server/src/') || /\/testing\/|\.(test|testing)\.ts$/.test(path)) return {};
    const aliases = new Map();
    const fragments = new Set();
    const uses = [];
    const textOf = (node) => (node ? context.sourceCode.getText(node) : '');

    /** `reader` or `writer`; undefined unless a parameter of the function is either. */
    const kindOf = (fn) => {
      const types = fn.params.map((param) => textOf((param.left ?? param).typeAnnotation));
      const kinds = types.flatMap((type) => [
        WRITER.test(type) && 'writer',
        READER.test(type) && 'reader',
        ...[...aliases].map(([name, kind]) => new RegExp(`\\b${name}\\b`).test(type) && kind),
      ]);
      return ['reader', 'writer'].find((kind) => kinds.includes(kind));
    };
    /** The kind of the nearest function around a node that has one, and the declaration at the top of the file. */
    const placeOf = (node) => {
      let kind;
      for (let at = node; ; at = at.parent) {
        if (!kind && /Function/.test(at.type) && at.params) kind = kindOf(at);
        if (at.parent.type === 'Program') return { kind, top: at };
      }
    };
    const message = 'A `Reader` only reads: the function needs a `Writer`, or a `Work`.';
    const check = (node, top, kind) => {
      if (kind === 'reader') context.report({ node, message });
      if (kind) return;
      const declared = top.declaration ?? top;
      if (top.type === 'ExportNamedDeclaration')
        context.report({
          node,
          message: 'Give the function its `Writer`, so that others cannot run this as a reader.',
        });
      for (const { id } of declared.declarations ?? [declared]) if (id) fragments.add(id.name);
    };
    const templates = [];
    return {
      TSTypeAliasDeclaration(node) {
        const type = textOf(node.typeAnnotation);
        if (READER.test(type)) aliases.set(node.id.name, 'reader');
        else if (WRITER.test(type)) aliases.set(node.id.name, 'writer');
      },
      TaggedTemplateExpression(node) {
        if (node.tag.name !== 'sql') return;
        if (WRITES.test(node.quasi.quasis.map(({ value }) => value.raw).join(' ? '))) templates.push(node);
      },
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || callee.object.name !== 'sql' || callee.property.name !== 'raw')
          return;
        if (node.arguments.some((argument) => WRITES.test(textOf(argument)))) templates.push(node);
      },
      Identifier(node) {
        uses.push(node);
      },
      'Program:exit'() {
        for (const node of templates) {
          const { kind, top } = placeOf(node);
          check(node, top, kind);
        }
        // A fragment may be part of another one: until no more are found.
        const seen = new Set();
        for (let before = -1; before < fragments.size; ) {
          before = fragments.size;
          for (const node of uses) {
            if (seen.has(node) || !fragments.has(node.name) || node.parent.id === node) continue;
            seen.add(node);
            const { kind, top } = placeOf(node);
            check(node, top, kind);
          }
        }
      },
    };
  },
};

export default {
  meta: { name: 'repository' },
  rules: {
    'readers-only-read': readersOnlyRead,
    'reason-to-disable': {
      meta: { type: 'problem', docs: { description: 'A disabled rule says why.' } },
      create: (context) => ({
        Program() {
          for (const comment of context.sourceCode.getAllComments())
            if (/(oxlint|eslint)-disable/.test(comment.value) && !/ -- \S/.test(comment.value))
              context.report({ loc: comment.loc, message: 'Say why on the same line, after ` -- `.' });
        },
      }),
    },
    'no-decorators': forbid('Decorator', 'Node runs our TypeScript as it is and knows no decorators: call a function.'),
    'no-enums': forbid('TSEnumDeclaration', 'Node strips types only: write a union of literals, or a const object.'),
    'no-wait-for-timeout': {
      meta: { type: 'problem', docs: { description: 'A journey waits for what it needs.' } },
      create: (context) => ({
        CallExpression(node) {
          if (node.callee.type !== 'MemberExpression' || node.callee.property.name !== 'waitForTimeout') return;
          context.report({ node, message: 'Wait for what the journey needs: `expect.poll`, `expectStored`, `drawn`.' });
        },
      }),
    },
    'sql-in-queries': {
      meta: { type: 'problem', docs: { description: 'SQL is one function per question, in `*.queries.ts`.' } },
      create(context) {
        const path = context.filename.replaceAll('\\', '/');
        const isModule = path.includes('/apps/server/src/modules/');
        // `*.access.ts` files contain access rules, as conditions for queries.
        if (!isModule || /\.(queries|access|test|testing)\.ts$/.test(path)) return {};
        const message = 'Ask in `*.queries.ts`: a function named for its question.';
        return {
          ImportSpecifier(node) {
            if (node.parent.source.value === 'kysely' && node.imported.name === 'sql')
              context.report({ node, message });
          },
          CallExpression(node) {
            const { callee } = node;
            const isStatement =
              callee.type === 'MemberExpression' &&
              ['selectFrom', 'selectNoFrom', 'insertInto', 'updateTable', 'deleteFrom'].includes(callee.property.name);
            if (isStatement) context.report({ node, message });
          },
          // A statement as a text, for the driver itself.
          TemplateElement(node) {
            if (STATEMENT.test(node.value.raw)) context.report({ node, message });
          },
          Literal(node) {
            if (typeof node.value === 'string' && STATEMENT.test(node.value)) context.report({ node, message });
          },
        };
      },
    },
    'no-namespaces': {
      ...forbid('TSModuleDeclaration', ''),
      create: (context) => ({
        TSModuleDeclaration(node) {
          // `declare module 'x'` extends a library's types and has no effect at run time.
          if (node.id.type === 'Literal' || node.kind === 'global') return;
          context.report({ node, message: 'Node strips types only: a file is the namespace.' });
        },
      }),
    },
  },
};
