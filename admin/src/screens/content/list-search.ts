import type { TermKind } from '../terms/term-kind.ts';

/** The filters of a list of content, as they stand in the address. */
export interface ListSearch {
  readonly status?: ListStatus;
  readonly search?: string;
  readonly author?: string;
  /** `2026-01`. */
  readonly month?: string;
  readonly orderby?: 'date' | 'modified' | 'title';
  readonly order?: 'asc' | 'desc';
  readonly page?: number;
  /** The id of a term, by the name of its taxonomy. */
  readonly [taxonomy: string]: string | number | undefined;
}

export const listStatuses = ['publish', 'draft', 'pending', 'future', 'private', 'trash'] as const;
export type ListStatus = (typeof listStatuses)[number];

/** Everything but the trash. */
export const ordinaryStatuses = listStatuses.filter((status) => status !== 'trash');

export const perPage = 20;

const orders = ['asc', 'desc'] as const;
const sortable = ['date', 'modified', 'title'] as const;

const own = new Set(['status', 'search', 'author', 'month', 'orderby', 'order', 'page']);

/** Reads an address; what is not understood is left out. */
export function readListSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const word = (name: string): string | undefined => {
    const value = raw[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const among = <T extends string>(words: readonly T[], name: string) => words.find((one) => one === raw[name]);
  const id = (name: string) => (/^\d+$/.test(word(name) ?? '') ? word(name) : undefined);
  const page = Number(raw['page']);
  const terms = Object.keys(raw).filter((name) => !own.has(name));
  return withoutEmpty({
    ...Object.fromEntries(terms.map((name) => [name, id(name)])),
    status: among(listStatuses, 'status'),
    search: word('search'),
    author: id('author'),
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.test(word('month') ?? '') ? word('month') : undefined,
    orderby: among(sortable, 'orderby'),
    order: among(orders, 'order'),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  });
}

function withoutEmpty(search: Readonly<Record<string, string | number | undefined>>): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}

/** The parameters of the interface for these filters. */
export function listInput(search: ListSearch, taxonomies: readonly Pick<TermKind, 'restBase' | 'taxonomy'>[]) {
  const { month } = search;
  const [year = 0, number = 0] = month?.split('-').map(Number) ?? [];
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return {
    status: search.status ? [search.status] : [...ordinaryStatuses],
    search: search.search,
    author: search.author ? [Number(search.author)] : undefined,
    ...Object.fromEntries(
      taxonomies.flatMap(({ restBase, taxonomy }) => {
        const term = search[taxonomy.name];
        return term === undefined ? [] : [[restBase, [Number(term)]]];
      }),
    ),
    ...(month ? { after: justBefore(`${month}-01T00:00:00`), before: `${next}-01T00:00:00` } : {}),
    orderby: search.orderby ?? ('date' as const),
    order: search.order ?? (search.orderby === 'title' ? ('asc' as const) : ('desc' as const)),
    page: search.page ?? 1,
    per_page: perPage,
  };
}

/** The interface's `after` leaves out the moment itself. */
function justBefore(local: string): string {
  const moment = new Date(`${local}Z`);
  moment.setUTCSeconds(moment.getUTCSeconds() - 1);
  return moment.toISOString().slice(0, 19);
}
