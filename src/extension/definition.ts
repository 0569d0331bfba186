import type { Ask, RenderPage } from '../api/request.ts';
import type { Context } from '../api/resource/context.ts';
import type { Namespace } from '../api/routing/registry.ts';
import type { Route } from '../api/routing/route.ts';
import type { HookTable } from '../background/hook-kinds.ts';
import type { HookComment, HookPost, HookTerm, HookUser } from '../background/hook-values.ts';
import type { Background } from '../background/loop.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import type { Job } from '../lib/jobs.ts';
import type { Args, ArgumentValue, InputOf, Schema } from '../lib/schema/schema.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { ContentDeclarations } from '../rules/content/read-declarations.ts';
import type { ImageSizeDeclarations } from '../rules/image-size-declaration.ts';
import type { Site } from '../rules/site.ts';
import type { DeclaredTable, ExtensionTable, Rows, Store } from '../storage/store.ts';
import type { ShortcodeHandler } from '../text/render/render-context.ts';
import type { AdminScreen, EditorPanel } from './admin-screens.ts';
import type { Capabilities } from './capabilities.ts';
import type { Command } from './command.ts';
import type { ExtensionOptionTable, Host } from './host.ts';

/** Everything an extension declares. Only the name is required. */
export interface ExtensionShape<
  H,
  O extends ExtensionOptionTable = ExtensionOptionTable,
  C extends Capabilities = Capabilities,
> extends ContentDeclarations {
  /** A word in lower case, unique on the site. It names the extension in logs, metrics and commands. */
  readonly name: string;
  readonly description?: string;
  /** What the extension may do; nothing beyond the basics if left out. */
  readonly capabilities?: C;
  /** Its settings: environment variables and flags, checked at the start. */
  readonly options?: O;
  /** Further members of existing resources, by post type, taxonomy, `user` or `comment`. */
  readonly fields?: ExtensionFieldTable;
  /** Its own tables, created when the store opens. A column that is added later is added to the table too. */
  readonly tables?: readonly DeclaredTable[];
  /** Changes of its stored data, each run once per site, in the order of the versions. */
  readonly migrations?: readonly Migration[];
  /** The first segments of its routes; the name followed by `/v1` if left out. */
  readonly namespace?: string;
  readonly routes?: (host: H) => readonly Route[];
  readonly hooks?: HookTable<H>;
  /** Repeated work, run by one process of the site only. */
  readonly jobs?: readonly ExtensionJob<H>[];
  readonly commands?: readonly Command[];
  /** A page or file outside the interface; null passes the request on. */
  readonly pages?: (request: SiteRequest, call: PageCall, host: H) => Promise<SiteAnswer | null>;
  readonly shortcodes?: Readonly<Record<string, ShortcodeHandler>>;
  /** Sizes that copies of pictures are made in, by their names. */
  readonly imageSizes?: ImageSizeDeclarations;
  /** The blocks that it renders, each made by `defineBlock`. */
  readonly blocks?: readonly ExtensionBlock[];
  /** Screens of its own in the admin page. */
  readonly adminScreens?: readonly AdminScreen[];
  /** Sections of its own beside the editors of the admin page. */
  readonly editorPanels?: readonly EditorPanel[];
  /** What its tables and files hold of people, for exports and erasures. */
  readonly personalData?: PersonalData<H>;
  readonly deadlines?: ExtensionDeadlines;
  /** Adds sample content to a new site, in the same transaction as the rest of it. Needs the capability `store`. */
  readonly onNewSite?: (store: Store, facts: { site: Site; authorId: number; nowMs: number }) => Promise<void>;
  /** Runs once at the start, for what the other members cannot express. */
  readonly setUp?: (host: H) => ActiveExtension | Promise<ActiveExtension>;
}

/** An extension as the program keeps it; `defineExtension` makes one. */
export type Extension = ExtensionShape<never>;

/** Defines an extension. The types of options and capabilities reach the host of every function. */
export function defineExtension<
  const O extends ExtensionOptionTable = Record<never, never>,
  const C extends Capabilities = Record<never, never>,
>(definition: ExtensionShape<Host<O, C>, O, C>): Extension {
  return definition;
}

/** How long each kind of call may take, in milliseconds; what is left out has its usual limit. */
export interface ExtensionDeadlines {
  /** 60 seconds unless given. */
  readonly route?: number;
  /** 10 seconds unless given. */
  readonly page?: number;
  /** A field of a page of items; 1 second unless given. */
  readonly field?: number;
  /** One page or one batch of personal data; 60 seconds unless given. */
  readonly personalData?: number;
}

/** One change of stored data. */
export interface Migration {
  /** A whole number from 1. */
  readonly version: number;
  /** Runs in a transaction, with the tables of the extension; if it throws, the site does not start. */
  readonly up: (tables: { table<Row extends object>(table: ExtensionTable<Row>): Rows<Row> }) => Promise<void>;
}

/** Work that is repeated. */
export interface ExtensionJob<H> {
  readonly name: string;
  /** The pause between the end of a run and the next. */
  readonly everyMs: number;
  /** Longest time of a run; 60 seconds unless given. */
  readonly deadlineMs?: number;
  readonly run: (host: H, signal: AbortSignal) => Promise<void>;
}

/** Somebody of whom the site may hold data: an account, a mail address, or both. */
export interface PersonInfo {
  /** 0 for somebody without an account. */
  readonly userId: number;
  readonly login: string;
  readonly emails: readonly string[];
  /** What the person is called, the name in addresses too; others may be called the same. */
  readonly names: readonly string[];
}

/** A file that belongs to the data of a person. */
export interface PersonalFile {
  readonly name: string;
  readonly bytes: number;
  readonly read: () => Promise<AsyncIterable<Uint8Array> | null>;
}

/** One page of what an extension has of a person. */
export interface PersonalDataPage {
  /** Members of any kind that JSON has; no secrets. */
  readonly rows: readonly object[];
  readonly files?: readonly PersonalFile[];
  /** Whether there is another page. */
  readonly more: boolean;
}

/** What was done, or would be: how many things, and whether some are left for another call. */
export interface PersonalDataErased {
  readonly removed: number;
  /** Things that stay without telling who it was. */
  readonly anonymised: number;
  readonly more: boolean;
}

/** What an extension has of people. A call that throws or is late fails the whole job, which can be started again. */
export interface PersonalData<H> {
  readonly export: (person: PersonInfo, host: H, page: number) => Promise<PersonalDataPage>;
  /**
   * Erases some of it in one transaction, at most a few hundred things, and is called again while there is more. With
   * `isDry` it only counts. What is erased must not be found again: a run that was killed is begun anew.
   */
  readonly erase: (person: PersonInfo, host: H, options: { readonly isDry: boolean }) => Promise<PersonalDataErased>;
}

/** The fields of each resource; `postField`, `termField`, `userField` and `commentField` make them. */
export type ExtensionFieldTable = Readonly<Record<string, Readonly<Record<string, ExtensionField>>>>;

/** What `setUp` returns. */
export interface ActiveExtension {
  readonly namespace?: Namespace;
  /** Routes below `/platen/v1/` and the name of the extension: for the admin page, and in no discovery document. */
  readonly adminRoutes?: readonly Route[];
  /** As `pages`. */
  readonly page?: (request: SiteRequest, call: PageCall) => Promise<SiteAnswer | null>;
  /** Post-processes a page of any extension before it is sent; called for HTML pages with status 200. */
  readonly refine?: (page: SiteAnswer, request: SiteRequest, call: PageCall) => Promise<SiteAnswer>;
  /**
   * The path of the uploaded file to send instead of this one, chosen by the `Accept` header; null for none, undefined
   * if the response does not depend on `Accept`.
   */
  readonly negotiate?: (path: string, accept: string) => Promise<string | null | undefined>;
  /**
   * HTML for addresses of other sites that are alone on a line of a text with blocks, by address. Those left out stay
   * links. What it reads must be read through `call.store`, and it must not take long: a page waits for it.
   */
  readonly embed?: (addresses: readonly string[], call: EmbedCall) => Promise<ReadonlyMap<string, string>>;
  /** Background jobs, run by one process only. */
  readonly background?: (site: RunningSite) => Background;
  readonly close?: () => Promise<void>;
}

/** What embeds may use. */
export interface EmbedCall {
  /** Limited to own tables without the capability `store`. */
  readonly store: Store;
  /** Whether a reader waits for the text; after a write, there is only its author. */
  readonly isRead: boolean;
}

/** What the code of a page may use. */
export interface PageCall {
  readonly site: Site;
  /** Limited to own tables without the capability `store`. */
  readonly store: Store;
  readonly caller: Caller;
  /** The answer that a visitor gets at a path of the interface; the page inherits its cache tags. */
  readonly ask: Ask;
  /** The cache tags of everything read for the page so far; a page that returns them as its `tags` may be cached. */
  readonly tags: Set<string>;
}

/** The running site, for background jobs. */
export interface RunningSite {
  readonly ask: Ask;
  readonly render: RenderPage;
  readonly visit: VisitPage;
  /** A background job of this name, with its failures in log and metrics. */
  readonly job: (name: string) => Job;
}

/** Requests a URL as a visitor would, so that the response is cached afterwards if it may be. */
export type VisitPage = (path: string, device: 'desktop' | 'mobile') => Promise<Visit>;

export interface Visit {
  readonly status: number;
  /** Whether the response was cached already, is cached now, or cannot be. */
  readonly cache: 'hit' | 'miss' | 'bypass';
}

/** A post of any type, media included, with its texts. */
export interface FieldPost extends HookPost {
  readonly content: string;
  readonly excerpt: string;
  /** Whether its texts are shown only to those who know a password: a field must not give them away. */
  readonly isProtected: boolean;
}

/** What a field gets, by what it belongs to. */
export interface FieldItems {
  readonly post: FieldPost;
  readonly term: HookTerm;
  readonly user: HookUser;
  readonly comment: HookComment;
}

export type FieldOwner = keyof FieldItems;

/** Who asks for the field. */
export interface FieldCall {
  readonly caller: Caller;
  readonly site: Site;
  /** The rows of a table that the extension declares. */
  readonly table: <Row extends object>(table: ExtensionTable<Row>) => Rows<Row>;
  /** The stored values of one meta key of these items, by id; items without one are left out. Whether the caller may see them is yours to decide. */
  readonly meta: (key: string) => Promise<ReadonlyMap<number, readonly string[]>>;
  readonly signal: AbortSignal;
}

/** A read-only member of a resource, loaded for a whole page of items at once. */
export interface ExtensionField {
  readonly of: FieldOwner;
  readonly schema: Schema;
  readonly contexts: readonly Context[];
  /** The items have the type that belongs to `of`. */
  readonly load: (items: readonly never[], call: FieldCall) => Promise<readonly unknown[]> | readonly unknown[];
}

interface FieldDefinition<Item, Value> {
  readonly schema: Schema<Value>;
  /** In which contexts it is shown; `view` and `edit` if left out. */
  readonly contexts?: readonly Context[];
  /** One value for each item, in their order; null where there is none. */
  readonly load: (
    items: readonly Item[],
    call: FieldCall,
  ) => Promise<readonly (Value | null)[]> | readonly (Value | null)[];
}

const usualContexts: readonly Context[] = ['view', 'edit'];

const maker =
  <Owner extends FieldOwner>(of: Owner) =>
  <Value extends ArgumentValue>(definition: FieldDefinition<FieldItems[Owner], Value>): ExtensionField => ({
    of,
    schema: definition.schema,
    contexts: definition.contexts ?? usualContexts,
    load: definition.load,
  });

/** A field of a post type, media included. */
export const postField = maker('post');
/** A field of the terms of a taxonomy. */
export const termField = maker('term');
/** A field of `user`. */
export const userField = maker('user');
/** A field of `comment`. */
export const commentField = maker('comment');

/** What a block is given besides its attributes. */
export interface ExtensionBlockCall {
  /** The HTML that is stored in the block, with its inner blocks rendered. */
  readonly inner: string;
  /** The post whose text it is; 0 where there is none. */
  readonly postId: number;
  /** The site's URL without a trailing slash. */
  readonly siteUrl: string;
}

/** A block that an extension renders; `defineBlock` makes one. */
export interface ExtensionBlock {
  readonly name: string;
  readonly attributes: Args;
  /** The attributes have the types that their schemas say. */
  readonly render: (attributes: never, call: ExtensionBlockCall) => string;
}

interface BlockDefinition<A extends Args> {
  /** The name with its namespace, such as `shop/cart`; the namespace `core` is taken. */
  readonly name: string;
  /** What its comment may hold. An attribute of another type counts as left out. */
  readonly attributes?: A;
  /** The HTML of a block, at once: it cannot wait. */
  readonly render: (attributes: InputOf<A>, call: ExtensionBlockCall) => string;
}

/** Defines a block. The types of its attributes reach its function. */
export const defineBlock = <const A extends Args = Readonly<Record<never, never>>>(
  block: BlockDefinition<A>,
): ExtensionBlock => ({ name: block.name, attributes: block.attributes ?? {}, render: block.render });

/** Whether a name is one that an extension may use. */
export const isBlockName = (name: unknown): boolean =>
  typeof name === 'string' && /^(?!core\/)[a-z][a-z0-9_-]*\/[a-z][a-z0-9_-]*$/.test(name);

/** An extension that cannot be used; the message names it and says what to do. The site does not start with it. */
export class ExtensionError extends Error {
  override readonly name = 'ExtensionError';

  constructor(extension: string, problem: string, cause?: unknown) {
    super(`The extension ${JSON.stringify(extension)} ${problem}`, cause === undefined ? undefined : { cause });
  }
}

/** What went wrong, in a few words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
