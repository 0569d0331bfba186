import type { ContentKind } from './content-kind.ts';

/** What a copy takes over, besides its terms: everything but its address, its date and its state. */
const copied = ['content', 'excerpt'] as const;
const taken = [
  'featured_media',
  'comment_status',
  'ping_status',
  'format',
  'template',
  'parent',
  'menu_order',
  'password',
  'meta',
  'acf',
] as const;

/** Makes a draft with everything that an item has; returns its number. */
export async function duplicateItem(
  { items, taxonomies }: ContentKind,
  id: number,
  titleOf: (title: string) => string,
): Promise<number> {
  // Every member of the item as it is stored.
  const all = (await items.get(id)) as unknown as Readonly<Record<string, unknown>>;
  const raw = (name: string): string | undefined => {
    const value = all[name];
    return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : undefined;
  };
  const members = [...taken, ...taxonomies.map(({ restBase }) => restBase)].filter((name) => isGiven(all[name]));
  const { id: copy } = await items.create({
    status: 'draft',
    title: titleOf(raw('title') ?? ''),
    ...Object.fromEntries(copied.flatMap((name) => (raw(name) === undefined ? [] : [[name, raw(name)]]))),
    ...Object.fromEntries(members.map((name) => [name, all[name]])),
  });
  return copy;
}

/** Empty values are those that a new item has anyway. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0) return false;
  return !Array.isArray(value) || value.length > 0;
}
