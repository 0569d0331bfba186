import type { Logger } from 'pino';
import type { Namespace } from './api/registry.ts';
import type { Variant } from './api/variant.ts';
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
  readonly setUp: (host: ExtensionHost) => ExtensionParts | Promise<ExtensionParts>;
}

export interface ExtensionParts {
  readonly namespace?: Namespace;
  /** Pages and files outside the interface; null passes the request on. */
  readonly page?: (
    request: SiteRequest,
    call: { site: Site; store: Store; caller: Caller },
  ) => Promise<SiteAnswer | null>;
  /** Work with a clock, run by one process only. */
  readonly background?: () => Background;
  readonly close?: () => Promise<void>;
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
  readonly ask: (path: string, query?: Readonly<Record<string, string>>) => Promise<VisitorAnswer>;
  /** A private folder below the data folder, made when asked for. */
  readonly folder: (name: string) => Promise<string>;
  /** A secret of this site, the same on every machine, for one purpose. */
  readonly secret: (purpose: string) => Promise<Buffer>;
}

export interface VisitorAnswer {
  readonly status: number;
  readonly body: unknown;
}

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
export { hurryMail, retryMail, waitingMail } from './mail/outbox-table.ts';
export { isDeadOwner, workerIdentity } from './mail/worker-identity.ts';
export { s } from './schema/schema.ts';
export type { Post } from './storage/rows.ts';
export type { Condition, OwnTable, Rows, Store } from './storage/store.ts';
