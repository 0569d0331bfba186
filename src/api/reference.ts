import type { Schema } from '../schema/schema.ts';
import type { Endpoint, Place, Registry } from './registry.ts';

/** The reference of every route as Markdown, read off the same values that answer requests. */
export function referenceOf(registries: Readonly<Record<string, Registry>>): string {
  const [[first, registry], ...others] = Object.entries(registries) as [[string, Registry], ...[string, Registry][]];
  const namespaces = ['', ...registry.namespaces];
  const sections = namespaces.map((namespace) => {
    const places = registry.places.filter((place) => place.namespace === namespace);
    const title = namespace === '' ? 'Discovery' : `\`${namespace}\``;
    return [`## ${title}`, ...places.flatMap((place) => describe(place, first, others))].join('\n\n');
  });
  return `${[preface, ...sections].join('\n\n')}\n`;
}

const preface = `# Routes

Written from the route definitions by \`npm run docs\`; do not edit. Paths are relative to \`/wp-json\`. What is marked *A*
or *B* exists in that variant only. Every collection and item also answers HEAD and OPTIONS; \`_fields\` (A), \`_embed\`,
\`_envelope\`, \`_jsonp\` and \`_method\` work everywhere.`;

function describe(place: Place, first: string, others: readonly [string, Registry][]): string[] {
  const twins = others.map(([name, registry]) => ({
    name,
    place: registry.places.find((one) => one.path.template === place.path.template),
  }));
  const only = twins.every((twin) => !twin.place) ? ` *${first.toUpperCase()}*` : '';
  return place.endpoints.map((endpoint, i) => {
    const head = `### ${endpoint.methods.join(', ')} \`${shownPath(place)}\`${only}`;
    const twin = twins[0]?.place?.endpoints[i];
    return [head, endpoint.summary, ...argumentTable(endpoint, twin ?? null)].join('\n\n');
  });
}

function shownPath(place: Place): string {
  return place.path.template.replace(/\{(\w+):\w+\}/g, '{$1}');
}

function argumentTable(endpoint: Endpoint, twin: Endpoint | null): string[] {
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
