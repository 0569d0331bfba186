import type { Namespace } from '../api/routing/registry.ts';
import type { Route } from '../api/routing/route.ts';
import type { Ask, RenderPage } from '../api/visitor-request.ts';
import type { Command } from '../commands/command.ts';
import type { HookTable } from '../hooks/hook-kinds.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import type { Background } from '../jobs/background.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { ContentDeclarations } from '../rules/content/read-declarations.ts';
import type { Site } from '../rules/site.ts';
import type { DeclaredTable, OwnTable, Rows, Store } from '../storage/store.ts';
import type { ShortcodeHandler } from '../text/render-context.ts';
import type { AdminScreen, EditorPanel } from './admin/admin-screens.ts';
import type { Capabilities } from './capabilities.ts';
import type { ExtensionBlock } from './extension-blocks.ts';
import type { ExtensionField } from './extension-fields.ts';
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
  /** The blocks that it renders, each made by `defineBlock`. */
  readonly blocks?: readonly ExtensionBlock[];
  /** Screens of its own in the admin page. */
  readonly adminScreens?: readonly AdminScreen[];
  /** Sections of its own beside the editors of the admin page. */
  readonly editorPanels?: readonly EditorPanel[];
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
}

/** One change of stored data. */
export interface Migration {
  /** A whole number from 1. */
  readonly version: number;
  /** Runs in a transaction, with the tables of the extension; if it throws, the site does not start. */
  readonly up: (tables: { table<Row extends object>(table: OwnTable<Row>): Rows<Row> }) => Promise<void>;
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
}

/** Requests a URL as a visitor would, so that the response is cached afterwards if it may be. */
export type VisitPage = (path: string, device: 'desktop' | 'mobile') => Promise<Visit>;

export interface Visit {
  readonly status: number;
  /** Whether the response was cached already, is cached now, or cannot be. */
  readonly cache: 'hit' | 'miss' | 'bypass';
}
