// Lint rules of this repository, for what oxlint has no rule for.

const forbid = (node, message) => ({
  meta: { type: 'problem', docs: { description: message } },
  create: (context) => ({ [node]: (found) => context.report({ node: found, message }) }),
});

const STATEMENT = /^\s*(with \w+ as \(|select .+ from \w|insert into \w|update \w+ set |delete from \w)/;

export default {
  meta: { name: 'repository' },
  rules: {
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
