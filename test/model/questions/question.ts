import type { Expected } from '../naive/page-of.ts';
import type { Rows } from '../naive/rows.ts';
import type { Caller } from '../site/open-site.ts';

/** Something to ask a server, and what the tables say it must answer. */
export interface Question {
  /** What it is about, for the tally: its kind first, then its order, filters and caller. */
  readonly labels: readonly string[];
  readonly path: string;
  readonly caller: Caller;
  /** How its answer is read. */
  readonly reads: 'list' | 'body' | 'links';
  expected(rows: Rows): Expected & { readonly links?: readonly string[] };
}

type Argument = string | number | boolean | readonly (string | number)[] | undefined;

/** The arguments of a query as the interface takes them. */
export function address(path: string, args: Readonly<Record<string, Argument>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(args))
    if (value !== undefined) parameters.set(name === 'perPage' ? 'per_page' : name, String(value));
  return `/wp-json${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
}
