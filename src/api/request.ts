import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ApiError } from '../lib/errors.ts';
import type { Caller } from '../rules/capabilities.ts';
import { emptyTree, type ParamTree } from './params.ts';

/** A request to the interface, however it arrived: over HTTP, from a test, or from inside. */
export interface ApiRequest {
  readonly id: string;
  /** The effective method, after `_method` and `X-HTTP-Method-Override`. */
  readonly method: string;
  /** Relative to the interface's root, decoded: `/wp/v2/posts/7`. */
  readonly path: string;
  readonly query: ParamTree;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
  readonly secure: boolean;
  /** Calls the listener when nobody waits for the answer any more; returns a function that stops it. */
  whenGone?(listener: () => void): () => void;
  /**
   * Reads and parses the body; returns the same promise each time. Files of a multipart body go to the intake, or are
   * skipped. The engine sets the budget; without one, a visitor's applies.
   */
  body(intake?: FileIntake, budget?: BodyBudget): Promise<Body>;
}

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Declared as JSON, but invalid; reported when the arguments are validated. */
  | { readonly kind: 'broken'; readonly why: string; readonly code: number }
  | { readonly kind: 'form'; readonly fields: ParamTree }
  /** A body of another type, passed unread to an endpoint that accepts files and ignored by the others. */
  | { readonly kind: 'raw'; readonly type: string; readonly stream: Readable };

/** Consumes the files of a multipart body as they stream in; its promise is awaited before the body counts as read. */
export type FileIntake = (file: { field: string; name: string; type: string; stream: Readable }) => Promise<void>;

/** A response ready to be sent. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly type: string;
  /** The serialised body; null sends none. */
  readonly payload: string | Uint8Array | Readable | null;
  /** The version of the item it shows, for its entity tag. */
  readonly version?: string | undefined;
  /** The cache tags of what was read, if the response may be shared; null if it is private to this caller. */
  readonly tags: ReadonlySet<string> | null;
}

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
  const kind = callerKind(caller);
  if (isReadMethod(method) || kind === 'visitor') return bodyBudgets.visitor;
  return body === 'files' ? bodyBudgets.upload : bodyBudgets[kind];
}

/** What budgets depend on: who has no account, who has one, and who writes content with it, whatever the credential. */
export function callerKind(caller: Caller): 'visitor' | 'reader' | 'writer' {
  if (caller.userId === 0) return 'visitor';
  const account = caller.ceiling?.account ?? caller;
  return account.can('edit_posts') || account.can('edit_pages') ? 'writer' : 'reader';
}

/** Whether requests with this method only read. */
export const isReadMethod = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

/** The address and headers of the visitor a read is made for; never their identity. */
export interface Visitor {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Gets the answer that a visitor would get at a path of the interface, within the process. */
export type Ask = (path: string, query?: Readonly<Record<string, string>>, visitor?: Visitor) => Promise<VisitorAnswer>;

export interface VisitorAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The cache tags of what was read, for callers that cache their result; null if it may not be cached. */
  readonly tags: ReadonlySet<string> | null;
}

/** The HTML of a page of the site as a visitor sees it, before extensions refine it; null if there is no such page. */
export type RenderPage = (path: string) => Promise<string | null>;

const nobody: Visitor = { address: '127.0.0.1', headers: {} };

/** A GET request of an anonymous visitor, for code that shows public content. */
export function visitorRequest(
  path: string,
  query: Readonly<Record<string, string>> = {},
  { address, headers }: Visitor = nobody,
): ApiRequest {
  return {
    id: randomUUID(),
    method: 'GET',
    path,
    query: Object.assign(emptyTree(), query),
    headers,
    remoteAddress: address,
    secure: false,
    body: async () => ({ kind: 'none' }),
  };
}
