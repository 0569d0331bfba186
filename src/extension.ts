/**
 * Everything an extension may use; it imports no other file of the program. `defineExtension` is where to begin.
 */
export type { BodyBudget } from './api/body-budgets.ts';
export type { Call } from './api/call.ts';
export type { ParamTree, ParamValue } from './api/params.ts';
export { type RefusalReply, type Reply, reply, replyAs } from './api/reply.ts';
export type { ApiRequest, Body, FileIntake } from './api/request.ts';
export { pagingReply } from './api/resource/paging.ts';
export { textTooLong } from './api/resource/write-draft.ts';
export type { PlainAnswer } from './api/routing/description.ts';
export type { Namespace } from './api/routing/registry.ts';
export { anyone, type Permit, type Route, route, writing } from './api/routing/route.ts';
export type { Ask, RenderPage } from './api/visitor-request.ts';
export { type Command, type CommandContext, CommandError, defineCommand } from './commands/command.ts';
export { type Option, o as option } from './config/option.ts';
export { ApiError, defineErrors, errors } from './errors.ts';
export type {
  AdminScreen,
  AdminScreenApi,
  AdminScreenRequest,
  AdminScreenTheme,
  EditorPanel,
  EditorPanelApi,
  Mount,
  MountResult,
  Unmount,
} from './extension/admin/admin-screens.ts';
export type { Capabilities } from './extension/capabilities.ts';
export type {
  ContentQuery,
  ContentReader,
  ContentWriter,
  UserInfo,
  UserReader,
} from './extension/content-access.ts';
export {
  type ActiveExtension,
  defineExtension,
  type EmbedCall,
  type Extension,
  type ExtensionDeadlines,
  type ExtensionJob,
  type ExtensionShape,
  type Migration,
  type PageCall,
  type RunningSite,
  type Visit,
  type VisitPage,
} from './extension/definition.ts';
export { defineBlock, type ExtensionBlock, type ExtensionBlockCall } from './extension/extension-blocks.ts';
export { ExtensionError } from './extension/extension-error.ts';
export {
  commentField,
  type ExtensionField,
  type FieldCall,
  type FieldPost,
  postField,
  termField,
  userField,
} from './extension/extension-fields.ts';
export type {
  BaseHost,
  CacheControl,
  ExtensionHost,
  ExtensionMail,
  ExtensionOptionTable,
  Files,
  FormHooks,
  Host,
  PlainMail,
} from './extension/host.ts';
export { insertOwnPost, type OwnPost } from './extension/insert-own-post.ts';
export type { OutboundPost } from './fetch/exchange.ts';
export { FetchRefused } from './fetch/fetch-refused.ts';
export type { FetchedAnswer, Fetcher, FetchOptions } from './fetch/fetcher.ts';
export type {
  CommentHookDraft,
  FormHookDraft,
  MediaHookDraft,
  PostHookDraft,
  SettingsHookDraft,
  TermHookDraft,
  UserHookDraft,
} from './hooks/hook-drafts.ts';
export type {
  HookComment,
  HookForm,
  HookMedia,
  HookPost,
  HookSettings,
  HookTerm,
  HookUser,
} from './hooks/hook-items.ts';
export type { AfterEvent, BeforeAnswer, BeforeEvent, HookKind, HookTable } from './hooks/hook-kinds.ts';
export { type HookRefusal, refuse } from './hooks/hook-refusal.ts';
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
export {
  type MailDelivery,
  mailDeliveries,
  mailStates,
  releaseMail,
  removeMail,
  retryMail,
  retryMailNow,
  waitingMail,
} from './mail/mail-jobs.ts';
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
export { type Site, serverBase, serverPath } from './rules/site.ts';
export type { TaxonomyType } from './rules/taxonomies.ts';
export { sentLength, type TextLimit, textLimits } from './rules/text-limits.ts';
export { everything, sees, type Visibility } from './rules/visibility.ts';
export { gmtAt, millisecondsOf } from './rules/zone.ts';
export { type JsonSchema, json } from './schema/json-schema.ts';
export { type InputOf, type Members, type Scalar, s } from './schema/schema.ts';
export type { Post } from './storage/rows.ts';
export type { Condition, DeclaredTable, OwnTable, Rows, Store } from './storage/store.ts';
export { StoreError } from './storage/store-error.ts';
export { csvLineEnd, csvMark, csvRecord } from './text/formats/csv.ts';
export { embeddedPost } from './text/formats/embedded-post.ts';
export { escapeHtml } from './text/formats/escape-html.ts';
export { isRecord, parseJson, parseJsonRecord } from './text/formats/json-record.ts';
export type { ShortcodeHandler } from './text/render-context.ts';
export { escapeKeepingReferences } from './text/scan/entities.ts';
export { freeSlug, slugify } from './text/slugs/slug.ts';
export { storePostText } from './text/store-text.ts';
