/**
 * Everything an extension may use; it imports no other file of the program. `defineExtension` is where to begin.
 */

export type { Call } from './api/call.ts';
export type { ParamTree, ParamValue } from './api/params.ts';
export { type RefusalReply, type Reply, reply, replyAs } from './api/reply.ts';
export type { ApiRequest, Ask, Body, BodyBudget, FileIntake, RenderPage } from './api/request.ts';
export { textTooLong } from './api/resource/field.ts';
export { pagingReply } from './api/resource/list-page.ts';
export type { PlainAnswer } from './api/routing/description.ts';
export type { Namespace } from './api/routing/registry.ts';
export { anyone, type Permit, type Route, route, writing } from './api/routing/route.ts';
export type {
  AfterEvent,
  BeforeAnswer,
  BeforeEvent,
  HookKind,
  HookTable,
  ProposeEvent,
} from './background/hook-kinds.ts';
export { type HookRefusal, refuse } from './background/hook-refusal.ts';
export type {
  CommentHookDraft,
  FormHookDraft,
  HookComment,
  HookForm,
  HookMedia,
  HookPost,
  HookSettings,
  HookTerm,
  HookUser,
  MediaHookDraft,
  PostHookDraft,
  SettingsHookDraft,
  TermHookDraft,
  UserHookDraft,
} from './background/hook-values.ts';
export { isDeadOwner, isFree, type Lease, workerIdentity } from './background/lease.ts';
export type { Background } from './background/loop.ts';
export { startLoop } from './background/loop.ts';
export { composeMessage, type MailDraft } from './background/mail/compose-message.ts';
export {
  type MailDelivery,
  mailDeliveries,
  mailStates,
  releaseMail,
  removeMail,
  retryMail,
  retryMailNow,
  type Settlement,
  waitingMail,
} from './background/mail/mail-jobs.ts';
export type { MailAttachment, MailMessage } from './background/mail/mail-message.ts';
export type { Outbox } from './background/mail/outbox.ts';
export { type Option, o as option } from './config/option.ts';
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
} from './extension/admin-screens.ts';
export type { Capabilities } from './extension/capabilities.ts';
export { type Command, type CommandContext, CommandError, defineCommand } from './extension/command.ts';
export {
  type ActiveExtension,
  commentField,
  defineBlock,
  defineExtension,
  type EmbedCall,
  type Extension,
  type ExtensionBlock,
  type ExtensionBlockCall,
  type ExtensionDeadlines,
  ExtensionError,
  type ExtensionField,
  type ExtensionJob,
  type ExtensionShape,
  type FieldCall,
  type FieldPost,
  type Migration,
  type PageCall,
  type PersonalData,
  type PersonalDataErased,
  type PersonalDataPage,
  type PersonInfo,
  postField,
  type RunningSite,
  termField,
  userField,
  type Visit,
  type VisitPage,
} from './extension/definition.ts';
export type {
  BaseHost,
  CacheControl,
  ContentQuery,
  ContentReader,
  ContentWriter,
  ExtensionHost,
  ExtensionMail,
  ExtensionOptionTable,
  Files,
  FormHooks,
  Host,
  PlainMail,
  UserInfo,
  UserReader,
} from './extension/host.ts';
export { insertOwnPost, type OwnPost } from './extension/insert-own-post.ts';
export type { SiteAnswer, SiteRequest } from './http/write-response.ts';
export { createBoundedMap } from './lib/bounded-map.ts';
export { hasPassed } from './lib/elapsed.ts';
export { unlessAbsent } from './lib/error-code.ts';
export { ApiError, defineErrors, errors } from './lib/errors.ts';
export type { FetchedAnswer, Fetcher, FetchOptions } from './lib/fetcher.ts';
export type { OutboundPost } from './lib/http-exchange.ts';
export type { Job } from './lib/jobs.ts';
export { FetchRefused } from './lib/outbound-url.ts';
export { type JsonSchema, json } from './lib/schema/json-schema.ts';
export { type InputOf, type Members, type Scalar, s } from './lib/schema/schema.ts';
export { firstUseWindow, slidingWindow, type WindowLimit } from './limits/limit-rules.ts';
export { consumeAll, type Limiter, type Limiters, unlimited } from './limits/limiter.ts';
export { networkOf } from './limits/network-of.ts';
export { createWorkQueue, type WorkQueue } from './limits/work-queue.ts';
export { attachmentFiles } from './media/attachment-files.ts';
export { attachedPath, readStoredValue } from './media/attachment-metadata.ts';
export { readFileBytes } from './media/workers/file-bytes.ts';
export type { PictureConverter } from './media/workers/image-processor.ts';
export { loadSharp } from './media/workers/image-processor.ts';
export type { Caller } from './rules/capabilities.ts';
export { anonymous } from './rules/capabilities.ts';
export { internalType } from './rules/content/core-content-types.ts';
export type { FieldSet } from './rules/content/field-definition.ts';
export type { MetaDeclaration } from './rules/content/meta-declaration.ts';
export type { PostTypeDeclaration } from './rules/content/post-type-declaration.ts';
export type { TaxonomyDeclaration } from './rules/content/taxonomy-declaration.ts';
export type { FieldDeclaration, FieldTable, SubField } from './rules/fields/field-declaration.ts';
export { mentionsAddress } from './rules/mail-address.ts';
export { parseSiteUrl, type Reading, type SiteAddress } from './rules/parse-site-url.ts';
export { authorLink, postLink } from './rules/permalinks.ts';
export type { PostType } from './rules/post-types.ts';
export { readVisibility } from './rules/post-visibility.ts';
export { type Site, serverBase, serverPath } from './rules/site.ts';
export type { TaxonomyType } from './rules/taxonomies.ts';
export { sentLength, type TextLimit, textLimits } from './rules/text-limits.ts';
export { everything, sees, type Visibility } from './rules/visibility.ts';
export { gmtAt, millisecondsOf } from './rules/zone.ts';
export { readOption } from './storage/options/site-options.ts';
export type { Post } from './storage/rows.ts';
export type { Condition, DeclaredTable, ExtensionTable, Rows, Store } from './storage/store.ts';
export { StoreError, wasInserted } from './storage/store-error.ts';
export { csvLineEnd, csvMark, csvRecord } from './text/csv.ts';
export { escapeHtml, escapeKeepingReferences } from './text/entities.ts';
export { isRecord, parseJson, parseJsonRecord } from './text/json.ts';
export type { ShortcodeHandler } from './text/render/render-context.ts';
export { storePostText } from './text/sanitise/store-text.ts';
export { embeddedPost } from './text/shortcodes/embedded-post.ts';
export { freeSlug, slugify } from './text/slug.ts';
