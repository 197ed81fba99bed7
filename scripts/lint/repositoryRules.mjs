// Lint rules of this repository, for what no rule of oxlint forbids.

const forbid = (node, message) => ({
  meta: { type: 'problem', docs: { description: message } },
  create: (context) => ({ [node]: (found) => context.report({ node: found, message }) }),
});

export default {
  meta: { name: 'house' },
  rules: {
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
    'no-namespaces': {
      ...forbid('TSModuleDeclaration', ''),
      create: (context) => ({
        TSModuleDeclaration(node) {
          // `declare module 'x'` adds to somebody else's types and leaves nothing behind at run time.
          if (node.id.type === 'Literal' || node.kind === 'global') return;
          context.report({ node, message: 'Node strips types only: a file is the namespace.' });
        },
      }),
    },
  },
};
