import type { Call, Site } from '../../../extension.ts';
import type { FormsParts } from '../forms-parts.ts';
import { fieldLookup } from '../mail/field-values.ts';
import type { MailTagLookup } from '../mail/mail-tags.ts';
import { type SubmissionFacts, specialLookup } from '../mail/special-tags.ts';
import { type AdditionalSettings, parseSettings } from '../model/additional-settings.ts';
import type { ContactForm } from '../model/form-properties.ts';
import { formTags } from '../model/form-template.ts';
import { type FormNames, postedNames } from '../render/form-names.ts';
import type { FormTag } from '../template/form-tag.ts';
import { distinctNames, safeFileName } from '../uploads/file-names.ts';
import type { ReceivedFile } from '../uploads/upload-intake.ts';
import { type PostedBody, type PostedData, postedData, single } from './posted-data.ts';
import { submissionHash } from './signed-token.ts';

/** Everything known about one submission before it is judged. */
export interface Submission {
  readonly form: ContactForm;
  readonly tags: readonly FormTag[];
  readonly settings: AdditionalSettings;
  readonly posted: PostedData;
  /** What its own fields begin with. */
  readonly names: FormNames;
  readonly body: PostedBody;
  readonly files: readonly ReceivedFile[];
  /** The names files go by from here on, in the order of `files`. */
  readonly fileNames: readonly string[];
  readonly unitTag: string;
  readonly hash: string;
  readonly userId: number;
  readonly site: Site;
  readonly nowMs: number;
  readonly facts: Omit<SubmissionFacts, 'serial' | 'invalidFields'>;
  /** A field of ours from the body. */
  hidden(name?: string): string | undefined;
}

/** Puts a submission together from the request. */
export async function readSubmission(
  form: ContactForm,
  body: PostedBody,
  files: readonly ReceivedFile[],
  call: Call,
  parts: FormsParts,
): Promise<Submission> {
  const tags = formTags(form);
  const names = postedNames(body, parts.knownNames);
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
    fileNames: distinctNames(files.map((file) => safeFileName(file.filename))),
    unitTag,
    hash: submissionHash(parts.key, halfHour, remoteAddress, String(form.id), unitTag, said),
    userId: call.caller.userId,
    site: call.site,
    nowMs: call.now,
    facts: await readFacts(call, Number(hidden('container_post') ?? 0)),
    hidden,
  };
}

/** Fills in mail tags from the fields and from the circumstances. */
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

async function readFacts(call: Call, postId: number): Promise<Submission['facts']> {
  const { request, site, store, caller, now } = call;
  const referer = request.headers['referer'] ?? '';
  const post = Number.isSafeInteger(postId) && postId > 0 ? await store.posts.byId(postId) : null;
  const author = post?.status === 'publish' ? await store.users.byId(post.authorId) : null;
  const user = caller.userId > 0 ? await store.users.byId(caller.userId) : null;
  return {
    remoteAddress: request.remoteAddress,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 254),
    url: referer === site.url || referer.startsWith(`${site.url}/`) ? referer : `${site.apiUrl}${request.path}`,
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
