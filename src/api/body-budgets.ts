import type { ApiError } from '../errors.ts';
import type { Caller } from '../rules/capabilities.ts';
import { isReadMethod } from './read-method.ts';

/** How much the body of a request may contain; checked before any value is built from it. */
export interface BodyBudget {
  /** Size of the body as sent. Files that a route accepts are not counted: the site has a limit for each file. */
  readonly bytes: number;
  /** Fields of a form, in either encoding. */
  readonly fields: number;
  /** Members of JSON objects, plus the objects and lists themselves: they cost far more memory than their bytes. */
  readonly members: number;
  /** All JSON values, primitive ones included. */
  readonly values: number;
  /** How deeply JSON objects and lists may be nested. */
  readonly levels: number;
  readonly files: number;
  /** The error for a body over these limits, if the route has its own. */
  readonly tooLarge?: () => ApiError;
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** The same for every caller, so that deeper JSON gets the same error from all. */
const levels = 512;

/** The budget of each sort of request. The limits of the site's configuration apply as well. */
export const bodyBudgets = {
  /** Anonymous callers, and every request that only reads. */
  visitor: { bytes: 256 * kilobyte, fields: 1000, members: 2000, values: 4000, levels, files: 20 },
  /** An account that comments and changes its own profile. */
  reader: { bytes: megabyte, fields: 1000, members: 2000, values: 4000, levels, files: 20 },
  /** An account that writes content: only the site's own limit applies to the bytes. */
  writer: { bytes: Number.POSITIVE_INFINITY, fields: 1000, members: 20_000, values: 120_000, levels, files: 20 },
  /** The fields sent with an uploaded file; read after the permission check. */
  upload: { bytes: megabyte, fields: 1000, members: 2000, values: 4000, levels, files: 20 },
} as const satisfies Readonly<Record<string, BodyBudget>>;

/** The properties of a route that decide the budget of its body. */
interface BodyNeeds {
  readonly body: 'fields' | 'files';
  readonly budget?: Partial<BodyBudget>;
}

/** The budget of one request: the one its route declares, else the one for its caller and method. */
export function bodyBudget({ body, budget }: BodyNeeds, method: string, caller: Caller): BodyBudget {
  if (budget) return { ...bodyBudgets.visitor, ...budget };
  if (isReadMethod(method) || caller.userId === 0) return bodyBudgets.visitor;
  if (body === 'files') return bodyBudgets.upload;
  return caller.can('edit_posts') || caller.can('edit_pages') ? bodyBudgets.writer : bodyBudgets.reader;
}
