// TypeScript types of JSON Schema, as far as the contract uses it.

const isName = (text) => /^[A-Za-z_$][\w$]*$/.test(text);
const nameOf = (text) => (isName(text) ? text : JSON.stringify(text));

/** The type of a value that a schema allows. What is not known here is `unknown`, never a guess. */
export function typeOf(schema) {
  if (schema === true || schema === undefined) return 'unknown';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf ?? schema.oneOf) return unionOf((schema.anyOf ?? schema.oneOf).map(typeOf));
  if (schema.allOf) return schema.allOf.map((each) => `(${typeOf(each)})`).join(' & ');
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      return 'unknown';
  }
}

function unionOf(types) {
  const different = [...new Set(types)];
  return different.includes('unknown') ? 'unknown' : different.join(' | ');
}

function arrayOf({ items, prefixItems }) {
  const each = prefixItems ?? (Array.isArray(items) ? items : undefined);
  if (each) return `[${each.map(typeOf).join(', ')}]`;
  return `(${typeOf(items)})[]`;
}

function objectOf({ properties = {}, required = [], patternProperties, additionalProperties }) {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  const others = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
  const record = others ? `{ [name: string]: ${typeOf(others)} }` : '';
  if (fields.length === 0) return record || '{}';
  return `{ ${fields.join('; ')} }${record && ` & ${record}`}`;
}
