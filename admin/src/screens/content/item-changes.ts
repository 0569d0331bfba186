import type { Step } from '../../api/batch.ts';
import type { TermKind } from '../terms/term-kind.ts';
import type { ContentItem, ContentKind } from './content-kind.ts';

/** What a list can change of its entries. Members that are not there stay as they are. */
export interface ItemChanges {
  readonly title?: string;
  readonly slug?: string;
  readonly status?: string;
  readonly date?: string;
  readonly author?: number;
  readonly parent?: number;
  readonly menu_order?: number;
  /** The terms, by the member of items that has them. */
  readonly terms?: Readonly<Record<string, TermChange>>;
}

/** Terms that are given to entries, and those that are taken from them. */
export interface TermChange {
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** The terms of an entry in one taxonomy. */
export function termsOf(item: ContentItem, { restBase }: Pick<TermKind, 'restBase'>): readonly number[] {
  const ids: unknown = (item as unknown as Readonly<Record<string, unknown>>)[restBase];
  return Array.isArray(ids) ? ids.map(Number) : [];
}

/** What is sent for one entry; nothing where it has all of it already. */
export function fieldsFor(item: ContentItem, { terms = {}, ...changes }: ItemChanges): Record<string, unknown> {
  const stored = storedFields(item, Object.keys(changes));
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== undefined && value !== stored[name]),
  );
  for (const [restBase, { add, remove }] of Object.entries(terms)) {
    const before = termsOf(item, { restBase });
    const after = [...new Set([...before, ...add])].filter((id) => !remove.includes(id));
    if (after.length !== before.length || after.some((id) => !before.includes(id))) fields[restBase] = after;
  }
  return fields;
}

/** The values that an entry has now, under the names that they are sent by. */
function storedFields(item: ContentItem, names: readonly string[]): Record<string, unknown> {
  const all = item as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, name === 'title' ? item.title?.raw : all[name]]));
}

/** The requests that change entries, and those that change them back. */
export function changeSteps(kind: ContentKind, items: readonly ContentItem[], changes: ItemChanges) {
  const steps: Step[] = [];
  const back: Step[] = [];
  for (const item of items) {
    const fields = fieldsFor(item, changes);
    if (Object.keys(fields).length === 0) continue;
    const request = { method: 'POST', path: `${kind.type.rest_path}/${item.id}`, query: { _fields: 'id' } } as const;
    steps.push({ ...request, body: fields });
    back.push({ ...request, body: storedFields(item, Object.keys(fields)) });
  }
  return { steps, back };
}
