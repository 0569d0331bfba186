import type { Logger } from 'pino';
import type { Namespace } from './api/routing/registry.ts';
import type { Variant } from './api/variant.ts';
import type { Ask, RenderPage } from './api/visitor-request.ts';
import type { Command } from './commands/command.ts';
import type { Config } from './config/config.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import type { SiteAnswer, SiteRequest } from './http/write-response.ts';
import type { Background } from './jobs/background.ts';
import type { Limiters } from './limits/limiter.ts';
import type { Outbox } from './mail/outbox.ts';
import type { FileStore } from './media/files/file-store.ts';
import type { PictureConverter } from './media/workers/picture-converter.ts';
import type { Caller } from './rules/capabilities.ts';
import type { ContentDeclarations } from './rules/content/read-declarations.ts';
import type { PostType } from './rules/post-types.ts';
import type { Site } from './rules/site.ts';
import type { DeclaredTable, Store } from './storage/store.ts';
import type { ShortcodeHandler } from './text/render-context.ts';

/**
 * An optional part of the product: what it declares, and how it is set up with its host.
 * This file names everything an extension may use; an extension imports no other file of the core.
 */
export interface Extension extends ContentDeclarations {
  readonly name: string;
  /** The extension's own tables, created when the store opens. */
  readonly tables?: readonly DeclaredTable[];
  readonly shortcodes?: Readonly<Record<string, ShortcodeHandler>>;
  readonly commands?: readonly Command[];
  /** Adds sample content to a new site, in the same transaction as the rest of it. */
  readonly onNewSite?: (store: Store, facts: { site: Site; authorId: number; nowMs: number }) => Promise<void>;
  readonly setUp: (host: ExtensionHost) => ActiveExtension | Promise<ActiveExtension>;
}

export interface ActiveExtension {
  readonly namespace?: Namespace;
  /** Pages and files outside the interface; null passes the request on. */
  readonly page?: (request: SiteRequest, call: PageCall) => Promise<SiteAnswer | null>;
  /** Post-processes a page of any extension before it is sent; called for HTML pages with status 200. */
  readonly refine?: (page: SiteAnswer, request: SiteRequest, call: PageCall) => Promise<SiteAnswer>;
  /**
   * The path of the uploaded file to send instead of this one, chosen by the `Accept` header; null for none, undefined
   * if the response does not depend on `Accept`.
   */
  readonly negotiate?: (path: string, accept: string) => Promise<string | null | undefined>;
  /** Background jobs, run by one process only. */
  readonly background?: (site: RunningSite) => Background;
  readonly close?: () => Promise<void>;
}

/** What the code of a page may use. */
export interface PageCall {
  readonly site: Site;
  readonly store: Store;
  readonly caller: Caller;
  /** The answer that a visitor gets at a path of the interface; the page inherits its cache tags. */
  readonly ask: Ask;
  /** The cache tags of everything read for the page so far; a page that returns them as its `tags` may be cached. */
  readonly tags: Set<string>;
}

export interface ExtensionHost {
  readonly store: Store;
  readonly config: Config;
  readonly variant: Variant;
  readonly log: Logger;
  readonly clock: () => number;
  /** Creates a limiter; it works even if the site's `throttle` option is off. */
  readonly limiter: Limiters;
  readonly site: () => Promise<Site>;
  readonly types: readonly PostType[];
  /** The only way to make requests to other hosts. */
  readonly fetch: Fetcher;
  readonly mail: Outbox;
  /** The cached responses: metrics of this process, `purge` for all processes. */
  readonly cache: CacheControl;
  /** Uploaded files, by their paths below the uploads folder. */
  readonly files: Files;
  /** Decodes untrusted pictures in isolated processes. */
  readonly pictures: PictureConverter;
  /** A private folder below the data folder, created on demand. */
  readonly folder: (name: string) => Promise<string>;
  /** A secret key of this site for one purpose, the same on every machine. */
  readonly secret: (purpose: string) => Promise<Buffer>;
}

/** Operations on the cached responses. */
export interface CacheControl {
  /** Metrics of this process. */
  readonly metrics: () => Readonly<Record<string, number>>;
  /** Drops the responses that depend on any of the tags, or all of them, in every process. */
  readonly purge: (tags?: ReadonlySet<string>) => Promise<void>;
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

/** The part of the file store that extensions may use. */
export type Files = Pick<FileStore, 'stat' | 'read' | 'put' | 'remove'>;

export type { BodyBudget } from './api/body-budgets.ts';
export type { Call } from './api/call.ts';
export type { ParamTree, ParamValue } from './api/params.ts';
export { type RefusalReply, type Reply, reply, replyAs } from './api/reply.ts';
export type { ApiRequest, Body, FileIntake } from './api/request.ts';
export { textTooLong } from './api/resource/write-draft.ts';
export type { Namespace } from './api/routing/registry.ts';
export { anyone, type Permit, type Route, route, writing } from './api/routing/route.ts';
export type { Ask, RenderPage } from './api/visitor-request.ts';
export { type Command, type CommandContext, CommandError } from './commands/command.ts';
export { ApiError, defineErrors, errors } from './errors.ts';
export { FetchRefused } from './fetch/fetch-refused.ts';
export type { Fetcher } from './fetch/fetcher.ts';
export type { SiteAnswer, SiteRequest } from './http/write-response.ts';
export type { Background } from './jobs/background.ts';
export { isFree, type Lease } from './jobs/lease.ts';
export { startLoop } from './jobs/loop.ts';
export { isDeadOwner, workerIdentity } from './jobs/process-identity.ts';
export { createBoundedMap } from './limits/bounded-map.ts';
export { firstUseWindow, slidingWindow, type WindowLimit } from './limits/limit-rules.ts';
export { consumeAll, type Limiter, type Limiters, unlimited } from './limits/limiter.ts';
export { networkOf } from './limits/network-of.ts';
export { createWorkQueue, type WorkQueue } from './limits/work-queue.ts';
export { composeMessage, type MailDraft } from './mail/compose-message.ts';
export { mailStates, releaseMail, removeMail, retryMail, retryMailNow, waitingMail } from './mail/mail-jobs.ts';
export type { MailAttachment, MailMessage } from './mail/mail-message.ts';
export type { Outbox } from './mail/outbox.ts';
export type { Settlement } from './mail/outbox-store.ts';
export { attachmentFiles } from './media/attachment-files.ts';
export { attachedPath } from './media/attachment-metadata.ts';
export { readFileBytes } from './media/files/file-bytes.ts';
export { loadSharp } from './media/images/image-processor.ts';
export { readStoredValue } from './media/stored-metadata.ts';
export type { PictureConverter } from './media/workers/picture-converter.ts';
export { anonymous } from './rules/caller.ts';
export type { Caller } from './rules/capabilities.ts';
export { internalType } from './rules/content/core-post-types.ts';
export type { MetaDeclaration } from './rules/content/meta-declaration.ts';
export type { PostTypeDeclaration } from './rules/content/post-type-declaration.ts';
export type { TaxonomyDeclaration } from './rules/content/taxonomy-declaration.ts';
export { parseSiteUrl, type Reading, type SiteAddress } from './rules/parse-site-url.ts';
export { authorLink, postLink } from './rules/permalinks.ts';
export type { PostType } from './rules/post-types.ts';
export { readVisibility } from './rules/post-visibility.ts';
export type { Site } from './rules/site.ts';
export { sentLength, type TextLimit, textLimits } from './rules/text-limits.ts';
export { everything, sees, type Visibility } from './rules/visibility.ts';
export { gmtAt, millisecondsOf } from './rules/zone.ts';
export { type InputOf, type Members, type Scalar, s } from './schema/schema.ts';
export type { Post } from './storage/rows.ts';
export type { Condition, OwnTable, Rows, Store } from './storage/store.ts';
export { StoreError } from './storage/store-error.ts';
export { csvLineEnd, csvMark, csvRecord } from './text/formats/csv.ts';
export { escapeHtml } from './text/formats/escape-html.ts';
export { isRecord, parseJson, parseJsonRecord } from './text/formats/json-record.ts';
export { escapeKeepingReferences } from './text/scan/entities.ts';
export { freeSlug, slugify } from './text/slugs/slug.ts';
export { storePostText } from './text/store-text.ts';
