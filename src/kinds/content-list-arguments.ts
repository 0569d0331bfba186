import { type Args, s } from '../schema/schema.ts';
import type { ContentKind } from './content-kind.ts';

/** Which fields an answer shows. */
export const contextArgument = s.string({
  enum: ['view', 'embed', 'edit'],
  default: 'view',
  description: 'Which members the answer shows.',
});

/** A list's input as its handler sees it; members of parameters that the kind lacks stay undefined. */
export interface ListInput {
  readonly context: 'view' | 'embed' | 'edit';
  readonly page: number;
  readonly per_page: number;
  readonly search?: string;
  readonly after?: string;
  readonly before?: string;
  readonly author?: readonly number[];
  readonly author_exclude?: readonly number[];
  readonly include: readonly number[];
  readonly exclude: readonly number[];
  readonly offset?: number;
  readonly order: 'asc' | 'desc';
  readonly orderby: string;
  readonly slug?: unknown;
  readonly status: string | readonly string[];
  readonly menu_order?: number;
  readonly parent?: readonly number[];
  readonly parent_exclude?: readonly number[];
  readonly sticky?: boolean;
}

/** Longer lists than any address can hold; a body could bring more than one query takes. */
const mostItems = 3000;
const isBounded = (list: readonly unknown[]): string | null =>
  list.length > mostItems ? `A list has at most ${mostItems} items.` : null;
const ids = (description: string) =>
  s.array(s.integer({ absolute: true }), { default: [], pass: 2, description, check: isBounded });
const moment = (description: string) => s.string({ format: 'date-time', pass: 2, description });

/** What can be asked of a list of this kind. */
export function listArguments(kind: ContentKind, statuses: readonly string[]): Args {
  const { variant } = kind.parts;
  const isNested = kind.type.hierarchical || kind.type.inheritsFromParent;
  const isOrdered = kind.supports('page-attributes');
  const orders = [...variant.content.postOrders, ...(isOrdered ? ['menu_order'] : [])];
  return {
    context: contextArgument,
    page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
    per_page: s.integer({ default: 10, minimum: 1, maximum: 100, description: 'How many items a page holds.' }),
    search: s.string({ description: 'Words to look for.' }),
    after: moment('Only what was published after this date.'),
    ...(kind.supports('author')
      ? { author: ids('Only what these users wrote.'), author_exclude: ids('Leave out what these users wrote.') }
      : {}),
    before: moment('Only what was published before this date.'),
    exclude: ids('Leave these ids out.'),
    include: ids('Only these ids.'),
    ...(isOrdered
      ? { menu_order: s.integer({ absolute: true, pass: 2, description: 'Only with exactly this place.' }) }
      : {}),
    offset: s.integer({ absolute: true, pass: 2, description: 'How many items to skip; replaces page.' }),
    order: s.string({ enum: ['asc', 'desc'], default: 'desc', pass: 2, description: 'Upwards or downwards.' }),
    orderby: s.string({ enum: orders, default: 'date', pass: 2, description: 'What to sort by.' }),
    ...(isNested
      ? { parent: ids('Only what hangs on these ids.'), parent_exclude: ids('Leave out what hangs on these ids.') }
      : {}),
    // Anything that can be read as slugs is; only too many of them are refused.
    slug: s.array(s.string(), {
      loose: true,
      pass: 2,
      description: 'Only these slugs.',
      check: (value: unknown) => isBounded(slugList(value)),
    }),
    status: s.array(s.string({ enum: statuses }), {
      default: kind.openStatus,
      pass: 2,
      description: 'Only in these states; others than the default ask for authority.',
    }),
    ...termArguments(kind),
    ...(kind.sticky ? { sticky: s.boolean({ pass: 2, description: 'Only sticky ones, or only the others.' }) } : {}),
  };
}

/** Slugs in any spelling of a list. */
export function slugList(sent: unknown): string[] {
  const list = typeof sent === 'object' && sent !== null ? Object.values(sent) : String(sent).split(/[\s,]+/);
  return list.filter((one) => typeof one !== 'object').map(String);
}

function termArguments(kind: ContentKind): Args {
  const terms = (description: string) => s.array(s.integer(), { default: [], pass: 2, description, check: isBounded });
  return Object.fromEntries(
    kind.taxonomies.flatMap(({ restBase, labels }) => [
      [restBase, terms(`Only with at least one of these ${labels.name.toLowerCase()}.`)],
      [`${restBase}_exclude`, terms(`Leave out what has one of these ${labels.name.toLowerCase()}.`)],
    ]),
  );
}
