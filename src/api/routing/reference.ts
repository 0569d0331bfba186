import type { Schema } from '../../schema/schema.ts';
import type { EndpointDescription, InterfaceDescription, PathDescription } from './description.ts';

/** The reference of every route as Markdown, generated from the same route definitions that answer requests. */
export function referenceOf(registries: Readonly<Record<string, InterfaceDescription>>): string {
  const [main, ...others] = Object.entries(registries);
  if (!main) throw new Error('There is no interface to describe.');
  const [first, registry] = main;
  const namespaces = ['', ...registry.namespaces];
  const sections = namespaces.map((namespace) => {
    const paths = registry.paths.filter((one) => one.namespace === namespace);
    const title = namespace === '' ? 'Discovery' : `\`${namespace}\``;
    return [`## ${title}`, ...paths.flatMap((one) => describe(one, first, others))].join('\n\n');
  });
  return `${[preface, ...sections].join('\n\n')}\n`;
}

const preface = `# Routes

Written from the route definitions by \`npm run docs\`; do not edit. Paths are relative to \`/wp-json\`. What is marked *A*
or *B* exists in that variant only. Every collection and item also answers HEAD and OPTIONS; \`_fields\` (A), \`_embed\`,
\`_envelope\`, \`_jsonp\` and \`_method\` work everywhere.

The published schemas of posts, pages and media list the states that a client can set as \`status\`. Answers also contain
\`trash\` (what was removed but not erased) and \`inherit\` (media and revisions, which are as visible as what they belong to);
clients should expect both.`;

function describe(
  routePath: PathDescription,
  first: string,
  others: readonly [string, InterfaceDescription][],
): string[] {
  const twins = others.map(([name, registry]) => ({
    name,
    twin: registry.paths.find((one) => one.path.template === routePath.path.template),
  }));
  const only = twins.every(({ twin }) => !twin) ? ` *${first.toUpperCase()}*` : '';
  return routePath.endpoints.map((endpoint, i) => {
    const head = `### ${endpoint.methods.join(', ')} \`${shownPath(routePath)}\`${only}`;
    const twin = twins[0]?.twin?.endpoints[i];
    return [head, endpoint.summary, ...argumentTable(endpoint, twin ?? null)].join('\n\n');
  });
}

function shownPath(routePath: PathDescription): string {
  return routePath.path.template.replace(/\{(\w+):\w+\}/g, '{$1}');
}

function argumentTable(endpoint: EndpointDescription, twin: EndpointDescription | null): string[] {
  const listed = Object.entries(endpoint.allArgs).filter(([, schema]) => !schema.unlisted);
  if (listed.length === 0) return [];
  const rows = listed.map(([name, schema]) => {
    const other = twin?.allArgs[name];
    const onlyHere = twin && !other ? ' *A*' : '';
    const differs = other && allowed(other) !== allowed(schema) ? `<br>*B*: ${allowed(other) || 'any'}` : '';
    return `| \`${name}\`${onlyHere} | ${typeName(schema)} | ${facts(schema)} | ${cell(schema.description ?? '')}${differs} |`;
  });
  return [['| Argument | Type | | Meaning |', '|---|---|---|---|', ...rows].join('\n')];
}

function typeName(schema: Schema): string {
  if (schema.type === 'array') return `list of ${schema.items?.type ?? 'anything'}`;
  return schema.type ?? 'any';
}

function facts(schema: Schema): string {
  const parts = [
    schema.required ? 'required' : '',
    schema.default === undefined ? '' : `default \`${JSON.stringify(schema.default)}\``,
    allowed(schema) === '' ? '' : `one of ${allowed(schema)}`,
    schema.minimum === undefined ? '' : `at least ${schema.minimum}`,
    schema.maximum === undefined ? '' : `at most ${schema.maximum}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function allowed(schema: Schema): string {
  return (schema.enum ?? schema.items?.enum ?? []).map((value) => `\`${value || '(empty)'}\``).join(' ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
