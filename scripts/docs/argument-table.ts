import type { EndpointDescription } from '../../src/api/routing/description.ts';
import type { Schema } from '../../src/lib/schema/schema.ts';
import { plain, table } from './markdown.ts';

/** The arguments of an operation, and how those of the other variant differ; empty where there are none. */
export function argumentTable(endpoint: EndpointDescription, twin: EndpointDescription | null): string[] {
  const listed = Object.entries(endpoint.allArgs).filter(([, schema]) => !schema.unlisted);
  if (listed.length === 0) return [];
  const rows = listed.map(([name, schema]) => {
    const other = twin?.allArgs[name];
    const onlyHere = twin && !other ? ' *A*' : '';
    const differs = other && allowed(other) !== allowed(schema) ? `<br>*B*: ${allowed(other) || 'any'}` : '';
    return [`\`${name}\`${onlyHere}`, typeName(schema), facts(schema), plain(schema.description ?? '') + differs];
  });
  return [table(['Argument', 'Type', '', 'Meaning'], rows)];
}

function typeName(schema: Schema): string {
  if (schema.type === 'array') return `list of ${schema.items?.type ?? 'anything'}`;
  return schema.type ?? 'any';
}

function facts(schema: Schema): string {
  const all = [
    schema.required ? 'required' : '',
    schema.default === undefined ? '' : `default \`${JSON.stringify(schema.default)}\``,
    allowed(schema) === '' ? '' : `one of ${allowed(schema)}`,
    schema.minimum === undefined ? '' : `at least ${schema.minimum}`,
    schema.maximum === undefined ? '' : `at most ${schema.maximum}`,
  ];
  return all.filter((fact) => fact !== '').join(', ');
}

function allowed(schema: Schema): string {
  return (schema.enum ?? schema.items?.enum ?? []).map((value) => `\`${value || '(empty)'}\``).join(' ');
}
