import type { Call, Site } from '../../../extension.ts';
import { submissionHash } from '../challenge/signed-token.ts';
import { type FormNames, postedNames } from '../model/form-names.ts';
import { type AdditionalSettings, type ContactForm, parseSettings } from '../model/form-properties.ts';
import type { FormTag } from '../template/form-tag.ts';
import { distinctNames, safeUploadName } from '../template/upload-rules.ts';
import type { FormsContext } from './forms-context.ts';
import { fieldLookup, type MailTagLookup, type SubmissionFacts, specialLookup } from './mail-tags.ts';
import { type PostedBody, type PostedData, postedData, single } from './posted-data.ts';
import type { ReceivedFile } from './upload-intake.ts';

/** Everything known about one submission before it is checked. */
export interface Submission {
  readonly form: ContactForm;
  readonly tags: readonly FormTag[];
  readonly settings: AdditionalSettings;
  readonly posted: PostedData;
  /** The prefix of its own fields. */
  readonly names: FormNames;
  readonly body: PostedBody;
  readonly files: readonly ReceivedFile[];
  /** The final names of the files, in the order of `files`. */
  readonly fileNames: readonly string[];
  readonly unitTag: string;
  readonly hash: string;
  readonly userId: number;
  readonly site: Site;
  readonly nowMs: number;
  readonly facts: RequestFacts;
  /** One of our own hidden fields in the body. */
  hidden(name?: string): string | undefined;
}

/** Builds a submission from a form, its parsed tags and the request. */
export async function readSubmission(
  { form, tags, body, files }: Pick<Submission, 'form' | 'tags' | 'body' | 'files'>,
  call: Call,
  context: FormsContext,
): Promise<Submission> {
  const names = postedNames(body, context.knownNames);
  const posted = postedData(tags, body, names.prefix);
  const hidden = (name?: string) => {
    const value = body.get(names.hidden(name));
    return value === undefined ? undefined : single(value);
  };
  const unitTag = hidden('unit_tag') ?? '';
  const { remoteAddress } = call.request;
  const halfHour = String(Math.floor(call.now / 1_800_000));
  const said = JSON.stringify([[...posted.values], files.map((file) => [file.field, file.digest])]);
  return {
    form,
    tags,
    settings: parseSettings(form.properties.additionalSettings ?? ''),
    posted,
    names,
    body,
    files,
    fileNames: distinctNames(files.map((file) => safeUploadName(file.filename))),
    unitTag,
    hash: submissionHash(context.key, halfHour, remoteAddress, String(form.id), unitTag, said),
    userId: call.caller.userId,
    site: call.site,
    nowMs: call.now,
    facts: await readFacts(call, Number(hidden('container_post') ?? 0)),
    hidden,
  };
}

/** Fills in mail tags from the fields and from the facts of the request. */
export function submissionLookup(
  submission: Submission,
  more: { readonly serial: number; readonly invalidFields: number },
): MailTagLookup {
  const { tags, posted, files, fileNames, body } = submission;
  const byField = new Map<string, string[]>();
  for (const [index, { field }] of files.entries())
    byField.set(field, [...(byField.get(field) ?? []), fileNames[index]!]);
  const quizzes = tags
    .filter((tag) => tag.basetype === 'quiz')
    .map((tag): [string, string] => [tag.name, single(body.get(tag.name))]);
  const fields = fieldLookup({ tags, posted, files: byField, challenges: new Map(quizzes) });
  const special = specialLookup({ ...submission.facts, ...more });
  return (name, values) => special(name, values) ?? fields(name, values);
}

/** The facts of a submission that come from its request alone. */
export type RequestFacts = Omit<SubmissionFacts, 'serial' | 'invalidFields'>;

/** Reads who sent it, from which page and when; `postId` is the page that contains the form, as the form reports it. */
export async function readFacts(call: Call, postId: number): Promise<RequestFacts> {
  const { request, site, store, caller, now } = call;
  const referer = request.headers['referer'] ?? '';
  const post = Number.isSafeInteger(postId) && postId > 0 ? await store.posts.byId(postId) : null;
  const author = post?.status === 'publish' ? await store.users.byId(post.authorId) : null;
  const user = caller.userId > 0 ? await store.users.byId(caller.userId) : null;
  return {
    remoteAddress: request.remoteAddress,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 254),
    url: isOwn(referer, site) ? referer : `${site.apiUrl}${request.path}`,
    localTime: site.zone.localAt(now),
    dateFormat: site.dateFormat,
    timeFormat: site.timeFormat,
    site: { title: site.title, description: site.tagline, url: site.url, adminEmail: site.adminEmail },
    post:
      post?.status === 'publish'
        ? {
            id: post.id,
            slug: post.slug,
            title: post.title,
            url: `${site.url}/?p=${post.id}`,
            author: author?.displayName ?? '',
            authorEmail: author?.email ?? '',
          }
        : null,
    user: user
      ? { login: user.login, email: user.email, url: user.url, display_name: user.displayName, id: String(user.id) }
      : null,
  };
}

/** Whether a page belongs to the site or to the server that its interface answers on. */
function isOwn(address: string, { url, serverUrl }: Site): boolean {
  return [url, serverUrl].some((base) => address === base || address.startsWith(`${base}/`));
}
