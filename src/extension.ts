import type { Logger } from 'pino';
import type { Namespace } from './api/registry.ts';
import type { Variant } from './api/variant.ts';
import type { Visitor } from './api/visitor-request.ts';
import type { Command } from './cli/command.ts';
import type { Config } from './config/config.ts';
import type { Caller } from './content/capabilities.ts';
import type { MetaDefinition } from './content/meta-registry.ts';
import type { PostType } from './content/post-types.ts';
import type { Site } from './content/site.ts';
import type { ShortcodeHandler } from './content/text/shortcodes.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import type { SiteAnswer, SiteRequest } from './http/write-response.ts';
import type { Outbox } from './mail/outbox.ts';
import type { FileStore } from './media/file-store.ts';
import type { DeclaredTable, Store } from './storage/store.ts';

/**
 * A part of the product that can be left out: what it declares, and what it does once it has met its host.
 * Everything an extension may lean on is named on this page; it imports no other file of the core.
 */
export interface Extension {
  readonly name: string;
  readonly postTypes?: readonly PostType[];
  readonly meta?: readonly MetaDefinition[];
  /** Tables of its own, made when the store opens. */
  readonly tables?: readonly DeclaredTable[];
  readonly shortcodes?: Readonly<Record<string, ShortcodeHandler>>;
  readonly commands?: readonly Command[];
  /** Adds its own sample to a site that is just being made, together with the rest of it or not at all. */
  readonly onNewSite?: (store: Store, facts: { site: Site; authorId: number; nowMs: number }) => Promise<void>;
  readonly setUp: (host: ExtensionHost) => ExtensionParts | Promise<ExtensionParts>;
}

export interface ExtensionParts {
  readonly namespace?: Namespace;
  /** Pages and files outside the interface; null passes the request on. */
  readonly page?: (request: SiteRequest, call: PageCall) => Promise<SiteAnswer | null>;
  /** Makes a page of any extension better before it is sent; called for pages that were found and are HTML. */
  readonly refine?: (page: SiteAnswer, request: SiteRequest, call: PageCall) => Promise<SiteAnswer>;
  /**
   * The uploaded file to send instead of another, by what the browser says it takes; null for none, undefined where the
   * answer does not depend on it.
   */
  readonly negotiate?: (path: string, accept: string) => Promise<string | null | undefined>;
  /** Work with a clock, run by one process only. */
  readonly background?: () => Background;
  readonly close?: () => Promise<void>;
}

/** What a page may lean on. */
export interface PageCall {
  readonly site: Site;
  readonly store: Store;
  readonly caller: Caller;
  /** As the host's, noting what the page depends on. */
  readonly ask: ExtensionHost['ask'];
  /** What was read for the page so far; a page that hands it back as its `tags` may be kept and shared. */
  readonly tags: Set<string>;
}

/** Something that goes on until it is stopped. */
export interface Background {
  stop(): Promise<void>;
}

export interface ExtensionHost {
  readonly store: Store;
  readonly config: Config;
  readonly variant: Variant;
  readonly log: Logger;
  readonly clock: () => number;
  readonly site: () => Promise<Site>;
  readonly types: readonly PostType[];
  /** The one way out to other machines. */
  readonly fetch: Fetcher;
  readonly mail: Outbox;
  /** What a visitor is answered at a path of the interface, without a network between. */
  readonly ask: (path: string, query?: Readonly<Record<string, string>>, visitor?: Visitor) => Promise<VisitorAnswer>;
  /** A page of the site as a visitor is shown it, before anyone refines it; null where there is none. */
  readonly render: (path: string) => Promise<SiteAnswer | null>;
  /** The kept answers of this process, and of every other as far as `purge` goes. */
  readonly cache: CacheControl;
  /** Uploaded files, by their paths below the uploads folder. */
  readonly files: Files;
  /** A private folder below the data folder, made when asked for. */
  readonly folder: (name: string) => Promise<string>;
  /** A secret of this site, the same on every machine, for one purpose. */
  readonly secret: (purpose: string) => Promise<Buffer>;
}

export interface VisitorAnswer {
  readonly status: number;
  readonly body: unknown;
  /** What it was read from, for those who keep what they make of it; null where it may not be kept. */
  readonly tags: ReadonlySet<string> | null;
}

/** What may be done with kept answers. */
export interface CacheControl {
  /** Figures of this process. */
  readonly figures: () => Readonly<Record<string, number>>;
  /** Lets go of the answers that depend on any of the tags, or of all answers, in every process. */
  readonly purge: (tags?: ReadonlySet<string>) => Promise<void>;
  /** Asks for an address as a visitor would, so that the answer is kept afterwards if it may be. */
  readonly visit: (path: string, device: 'desktop' | 'mobile') => Promise<Visit>;
}

export interface Visit {
  readonly status: number;
  /** Whether the answer was kept already, is kept now, or cannot be. */
  readonly cache: 'hit' | 'miss' | 'bypass';
}

/** The part of the file store that extensions get. */
export type Files = Pick<FileStore, 'stat' | 'read' | 'keep' | 'remove'>;

export type { Call } from './api/call.ts';
export type { ParamTree, ParamValue } from './api/params.ts';
export type { Namespace } from './api/registry.ts';
export { type Reply, reply, replyAs } from './api/reply.ts';
export type { ApiRequest, Body, FileIntake } from './api/request.ts';
export { anyone, type Permit, type Route, route, writing } from './api/route.ts';
export { createSiteSource } from './api/site-source.ts';
export { type Command, type CommandContext, CommandError } from './cli/command.ts';
export { anonymous } from './content/caller.ts';
export type { Caller } from './content/capabilities.ts';
export { parseSiteUrl, type Reading, type SiteAddress } from './content/parse-site-url.ts';
export { postLink } from './content/permalinks.ts';
export { internal, type PostType } from './content/post-types.ts';
export { everything, type Sight, sees } from './content/sight.ts';
export type { Site } from './content/site.ts';
export { slugCandidate, slugify } from './content/text/slug.ts';
export { storePostText } from './content/text/store.ts';
export { readSight } from './content/visibility.ts';
export { gmtAt, millisecondsOf } from './content/zone.ts';
export { ApiError, defineErrors, errors } from './errors.ts';
export { FetchRefused } from './fetch/fetch-refused.ts';
export type { Fetcher } from './fetch/fetcher.ts';
export type { SiteAnswer, SiteRequest } from './http/write-response.ts';
export { composeMessage, type MailDraft } from './mail/compose-message.ts';
export type { MailAttachment, MailMessage } from './mail/mail-message.ts';
export type { Outbox } from './mail/outbox.ts';
export type { Settlement } from './mail/outbox-store.ts';
export { hurryMail, mailStates, releaseMail, removeMail, retryMail, waitingMail } from './mail/outbox-table.ts';
export { isDeadOwner, workerIdentity } from './mail/worker-identity.ts';
export { attachmentFiles } from './media/attachment-files.ts';
export { attachedPath } from './media/attachment-metadata.ts';
export { loadSharp } from './media/image-workshop.ts';
export { readStoredValue } from './media/stored-metadata.ts';
export { s } from './schema/schema.ts';
export type { Post } from './storage/rows.ts';
export type { Condition, OwnTable, Rows, Store } from './storage/store.ts';
export { StoreError } from './storage/store-error.ts';
