import { type Call, uploadsOf } from '@atrium/contract/kit.ts';

/** The contract as OpenAPI 3.1: input and output schemas are JSON Schema already. */
export function openApi(calls: readonly Call[], version: string, protocol: number) {
  const paths = calls.map((call) => {
    const operation = {
      operationId: call.path.replaceAll('/', '_'),
      summary: call.summary,
      tags: [call.path.split('/')[0]],
      ...(call.access !== 'public' && { security: [{ token: [] }] }),
      requestBody: { content: bodyOf(call) },
      responses: {
        200: {
          description: `Refusals come with the same status and another ret. Codes: ${call.errors.join(', ') || 'the general ones'}.`,
          content: { 'application/json': { schema: call.bare ? call.output : envelope(call.output) } },
        },
      },
    };
    return [`/api/${call.path}`, { post: operation }] as const;
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Atrium', version, 'x-protocol': protocol },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    paths: Object.fromEntries(paths),
  };
}

/** The body of a call; a call that takes a file is multipart. */
function bodyOf(call: Call) {
  const files = uploadsOf(call);
  if (files.length === 0) return { 'application/json': { schema: call.input } };
  const binary = Object.fromEntries(files.map(({ name }) => [name, { type: 'string', format: 'binary' }]));
  return {
    'multipart/form-data': { schema: { ...call.input, properties: { ...call.input.properties, ...binary } } },
  };
}

const envelope = (data: unknown) => ({
  type: 'object',
  required: ['ret', 'msg', 'data'],
  properties: { ret: { type: 'integer' }, msg: { type: 'string' }, data },
});
