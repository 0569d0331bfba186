import type { Logger } from 'pino';
import type { Variant } from '../api/variant.ts';
import type { PostHookDraft } from '../background/hook-values.ts';
import type { Hooks } from '../background/hooks.ts';
import type { Outbox } from '../background/mail/outbox.ts';
import type { Option } from '../config/option.ts';
import type { Fetcher } from '../lib/fetcher.ts';
import type { Limiters } from '../limits/limiter.ts';
import type { FileStore } from '../media/files/file-store.ts';
import type { PictureConverter } from '../media/workers/image-processor.ts';
import type { PostType } from '../rules/post-types.ts';
import type { Site } from '../rules/site.ts';
import type { Post } from '../storage/rows.ts';
import type { ExtensionTable, Rows, Store } from '../storage/store.ts';
import type { Capabilities } from './capabilities.ts';

/** The settings of an extension, by the names it uses for them. */
export type ExtensionOptionTable = Readonly<Record<string, Option<unknown>>>;

/** The values of the settings, typed by their declarations. */
export type OptionValues<O extends ExtensionOptionTable> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer Value> ? Value : never;
};

/** What every extension may use. */
export interface BaseHost<O extends ExtensionOptionTable = ExtensionOptionTable> {
  /** The name of the extension. */
  readonly name: string;
  readonly options: OptionValues<O>;
  /** Lines are marked with the name of the extension. */
  readonly log: Logger;
  readonly clock: () => number;
  readonly variant: Variant;
  /** The site's settings. */
  readonly site: () => Promise<Site>;
  /** Every post type of the site; they change while the site runs, so read them when they are needed. */
  readonly types: readonly PostType[];
  /** Whether the site limits rates; off in tests. */
  readonly throttle: boolean;
  /** Creates a limiter; it works even if `throttle` is off. */
  readonly limiter: Limiters;
  /** A secret key of this site for one purpose, the same on every machine. */
  readonly secret: (purpose: string) => Promise<Buffer>;
  /** The rows of a table that the extension declares. */
  readonly table: <Row extends object>(table: ExtensionTable<Row>) => Rows<Row>;
  /** Runs all writes to own tables and content inside `work`, or none of them. */
  readonly transaction: <T>(work: () => Promise<T>) => Promise<T>;
  /** The hooks of forms, for extensions that receive forms; null if nobody listens. */
  readonly formHooks: () => FormHooks | null;
}

/** The part of the hooks that an extension which receives forms calls. */
export type FormHooks = Pick<Hooks, 'before' | 'record' | 'wake'>;

/** Operations on the cached responses. */
export interface CacheControl {
  /** Metrics of this process. */
  readonly metrics: () => Readonly<Record<string, number>>;
  /** Drops the responses that depend on any of the tags, or all of them, in every process. */
  readonly purge: (tags?: ReadonlySet<string>) => Promise<void>;
}

/** The part of the file store that extensions may use. */
export type Files = Pick<FileStore, 'stat' | 'read' | 'put' | 'remove'>;

/** A short mail in plain text. */
export interface PlainMail {
  /** One or more addresses, parted by commas. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The sender; the address of the site if left out. */
  readonly from?: string;
}

/** The outbox, and a short way to use it. */
export interface ExtensionMail extends Omit<Outbox, 'start'> {
  /** Queues a mail; it is sent once a mail server is available. Throws if there is no valid recipient. */
  readonly send: (mail: PlainMail) => Promise<void>;
}

type When<Condition, Members> = Condition extends true ? Members : unknown;
type Has<C, Name extends string> = C extends { readonly [N in Name]: true } ? true : false;

/** What an extension with these options and capabilities may use. */
export type Host<O extends ExtensionOptionTable, C extends Capabilities> = BaseHost<O> &
  (C extends { readonly content: 'write' }
    ? { readonly content: ContentWriter }
    : C extends { readonly content: 'read' }
      ? { readonly content: ContentReader }
      : unknown) &
  (C extends { readonly users: 'read' } ? { readonly users: UserReader } : unknown) &
  When<Has<C, 'mail'>, { readonly mail: ExtensionMail }> &
  /** The only way to make requests to other hosts. */
  (C extends { readonly fetch: readonly string[] } ? { readonly fetch: Fetcher } : unknown) &
  (C extends { readonly files: 'write' }
    ? { readonly files: Files }
    : C extends { readonly files: 'read' }
      ? { readonly files: Pick<Files, 'stat' | 'read'> }
      : unknown) &
  When<Has<C, 'folders'>, { readonly folder: (name: string) => Promise<string> }> &
  When<Has<C, 'cache'>, { readonly cache: CacheControl }> &
  When<Has<C, 'pictures'>, { readonly pictures: PictureConverter }> &
  When<Has<C, 'store'>, { readonly store: Store }>;

/** Everything that a host can have. */
export interface ExtensionHost extends BaseHost {
  readonly content: ContentWriter;
  readonly users: UserReader;
  readonly mail: ExtensionMail;
  readonly fetch: Fetcher;
  readonly files: Files;
  /** A private folder below the data folder, created on demand. */
  readonly folder: (name: string) => Promise<string>;
  readonly cache: CacheControl;
  /** Decodes untrusted pictures in isolated processes. */
  readonly pictures: PictureConverter;
  readonly store: Store;
}

/** Which posts to list. */
export interface ContentQuery {
  /** Only posts of these statuses; all but the trash if left out. */
  readonly statuses?: readonly string[];
  /** Only those of these ids that there are. */
  readonly ids?: readonly number[];
  readonly search?: string;
  readonly authorId?: number;
  readonly parentId?: number;
  /** At most 100; 10 if left out. */
  readonly limit?: number;
  readonly offset?: number;
  readonly orderBy?: 'date' | 'modified' | 'id' | 'title';
  readonly direction?: 'asc' | 'desc';
}

/** Reads posts of every type and status, without regard to who is asking: do not show them to everybody. */
export interface ContentReader {
  get(type: string, id: number): Promise<Post | null>;
  list(type: string, query?: ContentQuery): Promise<readonly Post[]>;
  count(type: string, query?: ContentQuery): Promise<number>;
  /** The stored values of one meta key, by post. */
  meta(ids: readonly number[], key: string): Promise<ReadonlyMap<number, readonly string[]>>;
}

/**
 * Writes posts as requests do: texts are cleaned, slugs made unique, revisions saved, and the hooks of other extensions
 * called. The hooks of the extension itself are not called for its own writes.
 */
export interface ContentWriter extends ContentReader {
  create(type: string, draft: PostHookDraft): Promise<Post>;
  update(type: string, id: number, draft: PostHookDraft): Promise<Post>;
  trash(type: string, id: number): Promise<Post>;
  /** Deletes permanently. */
  remove(type: string, id: number): Promise<void>;
}

/** An account as extensions see it. */
export interface UserInfo {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  readonly slug: string;
  readonly url: string;
}

export interface UserReader {
  get(id: number): Promise<UserInfo | null>;
  /** Those of the ids that exist, by id. */
  getAll(ids: readonly number[]): Promise<ReadonlyMap<number, UserInfo>>;
}
