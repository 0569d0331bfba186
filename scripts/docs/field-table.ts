import type { InterfaceDescription, PathDescription } from '../../src/api/routing/description.ts';
import { plain, table } from './markdown.ts';

interface Field {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly context?: unknown;
  readonly readonly?: unknown;
  readonly properties?: unknown;
}

/** The fields of what the routes of a page answer with, one table for each resource. */
export function fieldTable(paths: readonly PathDescription[], other: InterfaceDescription): string[] {
  const titles = new Set<string>();
  return paths.flatMap((path) => {
    const schema = schemaOf(path);
    const title = typeof schema?.['title'] === 'string' ? schema['title'] : '';
    if (!schema || titles.has(title)) return [];
    titles.add(title);
    const twin = other.paths.find((one) => one.path.template === path.path.template);
    const otherFields = twin ? Object.keys(membersOf(schemaOf(twin))) : null;
    const rows = rowsOf(membersOf(schema), otherFields);
    return rows.length === 0
      ? []
      : [`## Fields of \`${title}\``, table(['Field', 'Type', 'Shown in', 'Meaning'], rows)];
  });
}

function rowsOf(fields: Readonly<Record<string, Field>>, others: readonly string[] | null, above = ''): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const onlyHere = others && above === '' && !others.includes(name) ? ' *A*' : '';
    const row = [
      `\`${above}${name}\`${onlyHere}`,
      typeText(field.type),
      Array.isArray(field.context) ? field.context.join(', ') : '',
      plain(typeof field.description === 'string' ? field.description : '') + (field.readonly ? ' Read-only.' : ''),
    ];
    const nested = above === '' && isMembers(field.properties) ? rowsOf(field.properties, null, `${name}.`) : [];
    return [row, ...nested];
  });
}

function typeText(type: unknown): string {
  return Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any';
}

function schemaOf(path: PathDescription): Record<string, unknown> | undefined {
  const shown = path.endpoints.find(({ resource: shows }) => shows)?.resource;
  return shown?.schema({ apiUrl: 'https://example.org/wp-json' });
}

function membersOf(schema: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, Field>> {
  return isMembers(schema?.['properties']) ? schema['properties'] : {};
}

function isMembers(value: unknown): value is Record<string, Field> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
