import { contextArgument } from '../../../api/resource/context.ts';
import { cursorArgument } from '../../../api/resource/list-cursor.ts';
import { type InputOf, s } from '../../../schema/schema.ts';
import type { ContentKind } from '../content-kind.ts';
import type { ContentView } from '../content-view.ts';
import { metaOrderName } from '../where/meta-order.ts';
import { whereArgument } from '../where/where-argument.ts';

/** The typed input of a list; arguments that the kind does not have are undefined. */
export type ContentListInput = InputOf<ReturnType<typeof contentListArguments>>;

/** More than fits in a URL; a longer list, sent in a body, would exceed the limits of a database query. */
const mostItems = 3000;
const isBounded = (list: readonly unknown[]): string | null =>
  list.length > mostItems ? `A list has at most ${mostItems} items.` : null;
export const ids = (description: string) =>
  s.array(s.integer({ absolute: true }), { default: [], pass: 2, description, check: isBounded });
export const moment = (description: string) => s.string({ format: 'date-time', pass: 2, description });

/** The arguments of a list of this kind. */
export function contentListArguments({ kind, variant }: ContentView, statuses: readonly string[]) {
  const isNested = kind.type.hierarchical || kind.type.inheritsFromParent;
  const isOrdered = kind.supports('page-attributes');
  const orders = [...variant.content.postOrders, ...(isOrdered ? ['menu_order'] : [])];
  return {
    context: contextArgument,
    ...cursorArgument,
    ...whereArgument,
    page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
    per_page: s.integer({ default: 10, minimum: 1, maximum: 100, description: 'How many items a page holds.' }),
    search: s.string({ description: 'Words to look for.' }),
    after: moment('Only what was published after this date.'),
    ...(kind.supports('author')
      ? { author: ids('Only what these users wrote.'), author_exclude: ids('Leave out what these users wrote.') }
      : {}),
    before: moment('Only what was published before this date.'),
    ...(kind.type.extended
      ? {
          modified_after: moment('Only what was changed after this date.'),
          modified_before: moment('Only what was changed before this date.'),
        }
      : {}),
    exclude: ids('Leave these ids out.'),
    include: ids('Only these ids.'),
    ...(isOrdered
      ? { menu_order: s.integer({ absolute: true, pass: 2, description: 'Only with exactly this position.' }) }
      : {}),
    offset: s.integer({ absolute: true, pass: 2, description: 'How many items to skip; replaces page.' }),
    order: s.string({ enum: ['asc', 'desc'], default: 'desc', pass: 2, description: 'Upwards or downwards.' }),
    orderby: s.string({ enum: orders, also: metaOrderName, default: 'date', pass: 2, description: 'What to sort by.' }),
    ...(isNested
      ? { parent: ids('Only what hangs on these ids.'), parent_exclude: ids('Leave out what hangs on these ids.') }
      : {}),
    slug: s.words({
      pass: 2,
      description: 'Only these slugs.',
      check: (value: string | readonly string[]) => isBounded(slugList(value)),
    }),
    status: s.array(s.string({ enum: statuses }), {
      default: kind.type.openStatus,
      pass: 2,
      description: 'Only in these states; others than the default ask for authority.',
    }),
    ...termArguments(kind),
    ...(kind.type.sticky
      ? { sticky: s.boolean({ pass: 2, description: 'Only sticky ones, or only the others.' }) }
      : {}),
  };
}

/** Slugs as a list, or as text separated by commas and spaces. */
export function slugList(sent: string | readonly string[]): readonly string[] {
  return typeof sent === 'string' ? sent.split(/[\s,]+/, mostItems + 1) : sent;
}

function termArguments(kind: ContentKind) {
  const terms = (description: string) => s.array(s.integer(), { default: [], pass: 2, description, check: isBounded });
  return Object.fromEntries(
    kind.taxonomies.flatMap(({ restBase, labels }) => [
      [restBase, terms(`Only with at least one of these ${labels.name.toLowerCase()}.`)],
      [`${restBase}_exclude`, terms(`Leave out what has one of these ${labels.name.toLowerCase()}.`)],
    ]),
  );
}
