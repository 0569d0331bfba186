import type { UploadProgress } from './upload-progress.ts';

/** How much of an item is shown. */
export type ShownContext = 'view' | 'edit' | 'embed';

/** An application password, a nonce beside the session cookie, or a function that returns headers for each request. */
export type ClientAuth =
  | { readonly username: string; readonly password: string }
  | { readonly nonce: string | (() => string | Promise<string>) }
  | (() => string | Readonly<Record<string, string>> | Promise<string | Readonly<Record<string, string>>>);

export interface ClientOptions {
  /** Address of the site, or of its interface (`…/wp-json`). */
  readonly url: string | URL;
  readonly auth?: ClientAuth;
  /** Used instead of the `fetch` of the runtime. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How often a read is repeated that was answered with 429 or 503; default 3. */
  readonly retries?: number;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Write only if the item is still this one: an item that the client has read, or an `ETag`. */
  readonly ifMatch?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retries?: number;
  /** Further options of `fetch`, such as `cache` or `next`. */
  readonly init?: object;
}

export interface ClientUploadOptions<Fields> extends RequestOptions {
  /** Needed for data that is no `File`. */
  readonly filename?: string;
  readonly fields?: Fields;
  readonly onProgress?: (progress: UploadProgress) => void;
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Number of items in the whole list; null where the server does not count, as with cursors. */
  readonly total: number | null;
  readonly totalPages: number | null;
  /** The cursor of the next page; null for none, or where the list was not asked for with one. */
  readonly nextCursor: string | null;
}

type Operation<R, P, M> = P extends keyof R ? (M extends keyof R[P] ? R[P][M] : never) : never;
type Sent<O> = O extends { readonly input: infer Input } ? Input : never;
type Shown<O, C extends ShownContext> = O extends { readonly [K in C]: infer Answer } ? Answer : never;
type ListItem<O, C extends ShownContext> = Shown<O, C> extends readonly (infer Item)[] ? Item : never;
type Names<T> = keyof T & string;

/** The contexts that an operation can be asked for. */
type ContextOf<O> = 'context' extends keyof Sent<O> ? Extract<Sent<O>['context'], ShownContext> : 'view';

/** The arguments of a read, with those that every list or item takes. */
type Read<O, C, F> = Omit<Sent<O>, 'context'> & {
  readonly context?: C;
  readonly _fields?: readonly F[];
  readonly _embed?: boolean | readonly string[];
};

/** Names under `/wp/v2/` that are collections of the interface. */
export type CollectionName<R> = {
  [P in Names<R>]: P extends `/wp/v2/${infer Name}` ? (Name extends `${string}/${string}` ? never : Name) : never;
}[Names<R>];

/** The path of one item of a collection. */
type ItemPath<R, P extends string> = Exclude<Extract<Names<R>, `${P}/{${string}}`>, `${P}/{${string}/${string}`>;

type If<Condition, Methods> = [Condition] extends [never] ? unknown : Methods;

interface ListMethods<O> {
  list<C extends ContextOf<O> = 'view' & ContextOf<O>, F extends Names<ListItem<O, C>> = Names<ListItem<O, C>>>(
    input?: Read<O, C, F> & { readonly cursor?: string },
    options?: RequestOptions,
  ): Promise<ListPage<Pick<ListItem<O, C>, F>>>;
  /** Every page, one request each; with `cursor: ''` along cursors, which no write disturbs. */
  pages<C extends ContextOf<O> = 'view' & ContextOf<O>, F extends Names<ListItem<O, C>> = Names<ListItem<O, C>>>(
    input?: Read<O, C, F> & { readonly cursor?: string },
    options?: RequestOptions,
  ): AsyncGenerator<ListPage<Pick<ListItem<O, C>, F>>, void, undefined>;
  /** Every item of every page. */
  all<C extends ContextOf<O> = 'view' & ContextOf<O>, F extends Names<ListItem<O, C>> = Names<ListItem<O, C>>>(
    input?: Read<O, C, F> & { readonly cursor?: string },
    options?: RequestOptions,
  ): AsyncGenerator<Pick<ListItem<O, C>, F>, void, undefined>;
}

interface GetMethod<O> {
  get<C extends ContextOf<O> = 'view' & ContextOf<O>, F extends Names<Shown<O, C>> = Names<Shown<O, C>>>(
    id: number | string,
    input?: Read<O, C, F>,
    options?: RequestOptions,
  ): Promise<Pick<Shown<O, C>, F>>;
}

interface CreateMethod<O> {
  create(input: Sent<O>, options?: RequestOptions): Promise<Shown<O, 'edit'>>;
}

interface UpdateMethod<O> {
  update(id: number | string, input: Sent<O>, options?: RequestOptions): Promise<Shown<O, 'edit'>>;
}

interface DeleteMethod<O> {
  delete(id: number | string, input?: Sent<O>, options?: RequestOptions): Promise<Shown<O, 'edit'>>;
}

/** A file, or its bytes. */
export type ClientFile = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

interface UploadMethod<O> {
  upload(file: ClientFile, options?: ClientUploadOptions<Partial<Sent<O>>>): Promise<Shown<O, 'edit'>>;
}

/** The methods that the routes of a collection offer. */
export type ClientCollection<R, P extends string> = If<
  ListItem<Operation<R, P, 'GET'>, 'view'>,
  ListMethods<Operation<R, P, 'GET'>>
> &
  If<Operation<R, P, 'POST'>, CreateMethod<Operation<R, P, 'POST'>>> &
  (P extends '/wp/v2/media' ? UploadMethod<Operation<R, P, 'POST'>> : unknown) &
  If<Operation<R, ItemPath<R, P>, 'GET'>, GetMethod<Operation<R, ItemPath<R, P>, 'GET'>>> &
  If<Operation<R, ItemPath<R, P>, 'POST'>, UpdateMethod<Operation<R, ItemPath<R, P>, 'POST'>>> &
  If<Operation<R, ItemPath<R, P>, 'DELETE'>, DeleteMethod<Operation<R, ItemPath<R, P>, 'DELETE'>>>;

/** The parameters in a path. */
type PathArguments<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: number | string } & PathArguments<Rest>
  : unknown;

interface ClientMethods<R> {
  /** Any route: the arguments of its path, its query or its body in one object. */
  request<P extends Names<R>, M extends Names<R[P]>, C extends ContextOf<R[P][M]> = 'view' & ContextOf<R[P][M]>>(
    method: M,
    path: P,
    input: PathArguments<P> & Omit<Sent<R[P][M]>, 'context'> & { readonly context?: C },
    options?: RequestOptions,
  ): Promise<Shown<R[P][M], C>>;
  /** A collection of any namespace, by its path. */
  collection<P extends Names<R>>(path: P): ClientCollection<R, P>;
  /** The `ETag` that an item came with; undefined for what this client has not read. */
  etag(item: object): string | undefined;
}

export type Client<R> = ClientMethods<R> & {
  readonly [Name in CollectionName<R>]: ClientCollection<R, `/wp/v2/${Name}`>;
};
