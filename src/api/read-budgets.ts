import type { Caller } from '../rules/capabilities.ts';
import type { ParamTree } from './params.ts';
import { callerKind, isReadMethod } from './request.ts';
import type { Route } from './routing/route.ts';

/** How many items the reads of one request may show together, by caller. A page of 100 with `_embed` counts 400. */
export const readBudgets = { visitor: 1_000, reader: 2_000, writer: 10_000 } as const;

export const readBudget = (caller: Caller): number => readBudgets[callerKind(caller)];

const usualPage = 10;
const largestPage = 100;
/** An item with `_embed` counts as this many: its author, its picture, its terms and its comments are shown too. */
export const embeddedWeight = 4;

/** A request that was not validated yet. */
export interface CountedRequest {
  readonly method: string;
  readonly query: ParamTree;
  /** What was sent as `per_page`, wherever it was. */
  readonly perPage: unknown;
}

/** The most items that a request may show, counted before it is read; without its endpoint it counts as a list. */
export function readsOf(
  { method, query, perPage }: CountedRequest,
  endpoint: Pick<Route, 'args' | 'item'> | null,
): number {
  const weight = query['_embed'] === undefined ? 1 : embeddedWeight;
  if (!isReadMethod(method)) return weight;
  const argument = endpoint?.args['per_page'];
  const largest = argument?.maximum ?? largestPage;
  if (perPage !== undefined) return Math.min(largest, pageSize(perPage) ?? largest) * weight;
  return (typeof argument?.default === 'number' ? argument.default : endpoint?.item ? 1 : usualPage) * weight;
}

/** Some routes ignore the sign; null for what is no number. */
function pageSize(sent: unknown): number | null {
  const size = typeof sent === 'number' || typeof sent === 'string' ? Math.ceil(Math.abs(Number(sent))) : 0;
  return size >= 1 ? size : null;
}
