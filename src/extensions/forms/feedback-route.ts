import {
  anyone,
  type Body,
  type Call,
  type ParamTree,
  type ParamValue,
  reply,
  replyAs,
  route,
} from '../../extension.ts';
import { newChallenges } from './challenge/challenge.ts';
import { newQuestions } from './challenge/quiz.ts';
import { formAnswers } from './form-answers.ts';
import { formErrors } from './model/form-errors.ts';
import { formTemplate } from './model/form-properties.ts';
import { findForm } from './model/form-store.ts';
import { deliver, keepSpam } from './submission/deliver.ts';
import { type FeedbackStatus, feedbackAnswer, feedbackPage, ifAny, visitorMessage } from './submission/feedback.ts';
import type { FormsContext } from './submission/forms-context.ts';
import { judge, type SubmissionVerdict } from './submission/judge.ts';
import type { PostedBody } from './submission/posted-data.ts';
import { readSubmission, type Submission, submissionLookup } from './submission/submission.ts';
import { admit, askBeforeSubmit, maxFieldBytes } from './submission/submission-hooks.ts';
import { openIntake } from './submission/upload-intake.ts';
import type { FormTag } from './template/form-tag.ts';
import { fileTags } from './template/upload-rules.ts';

/** Receives submissions. Every outcome is a 200 and is stated in `status`. */
export function feedbackRoute(context: FormsContext) {
  return route({
    method: 'POST',
    path: '/forms/v1/contact-forms/{id:digits}/feedback',
    summary: 'Send a form.',
    body: 'files',
    budget: { bytes: maxFieldBytes, tooLarge: formErrors.forms_payload_too_large },
    response: formAnswers.feedback,
    permit: anyone,
    handle: async ({ id }, call) => {
      const form = await findForm(call.store, id, call.site);
      if (!form) throw formErrors.forms_not_found();
      const { tags } = formTemplate(form);
      const files = fileTags(tags);
      await admit(id, files, call, context);
      const intake = openIntake(context.uploadFolder, files);
      try {
        const sent = readPostedBody(await call.request.body(intake.take), tags);
        const body = await askBeforeSubmit(form, sent, call.caller.userId, context);
        const submission = await readSubmission({ form, tags, body, files: intake.files }, call, context);
        return await respond(submission, await judge(submission, context), call, context);
      } finally {
        await intake.clear();
      }
    },
  });
}

async function respond(submission: Submission, judgement: SubmissionVerdict, call: Call, context: FormsContext) {
  if (judgement.kind === 'spam') await keepSpam(submission, judgement.verdict, context);
  const status: FeedbackStatus =
    judgement.kind === 'fine' ? await deliver(submission, context, judgement.note) : judgement.kind;
  const problems = judgement.kind === 'validation_failed' ? judgement.problems : [];
  const lookup = submissionLookup(submission, { serial: 0, invalidFields: problems.length });
  const { messages } = submission.form.properties;
  const message =
    status === 'error'
      ? 'Only members of this site can use this form.'
      : visitorMessage(messages, messageKeys[status], lookup);
  const said = problems.map((problem) => ({ problem, message: visitorMessage(messages, problem.key, lookup) }));
  if (!wantsPage(call)) {
    const quiz = newQuestions(submission.tags, submission.form.id, context.key, call.now);
    return reply(
      feedbackAnswer({
        status,
        message,
        unitTag: submission.unitTag,
        hash: submission.hash,
        problems: said,
        quiz,
        captcha: newChallenges(submission.tags, submission.form.id, context.key, call.site, call.now),
        prefix: submission.names.prefix,
      }),
    );
  }
  await countConversion(submission, status, call);
  return replyAs(
    'text/html; charset=UTF-8',
    feedbackPage({
      message,
      problems: said,
      locale: submission.form.locale || call.site.language,
      siteUrl: call.site.url,
      siteTitle: call.site.title,
    }),
  );
}

const messageKeys = {
  validation_failed: 'validation_error',
  acceptance_missing: 'accept_terms',
  spam: 'spam',
  mail_sent: 'mail_sent_ok',
  mail_failed: 'mail_sent_ng',
  aborted: 'mail_sent_ng',
} as const;

/** A browser without scripts requests HTML; scripts and programs request JSON. */
function wantsPage({ request }: Call): boolean {
  return /^\s*text\/html\b/i.test(request.headers['accept'] ?? '');
}

/** Counts a conversion of the popup that a form was sent from without scripts. */
async function countConversion({ hidden }: Submission, status: FeedbackStatus, { request, ask }: Call): Promise<void> {
  const popup = hidden('popup') ?? '';
  if (status !== 'mail_sent' || !/^[1-9]\d*$/.test(popup)) return;
  // The counter reads the visitor's headers, so they are passed on, but never any credentials.
  const forwarded = ['user-agent', 'dnt', 'sec-gpc'].flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const visitor = { address: request.remoteAddress, headers: Object.fromEntries(forwarded) };
  await ask('/popups/v1/analytics', { event: 'conversion', pid: popup }, visitor);
}

const maxFields = 200;
const maxBytes = 1_048_576;

/** The fields of a body by their template names; rejects other content types and bodies over the limits. */
export function readPostedBody(body: Body, tags: readonly FormTag[]): PostedBody {
  if (body.kind === 'none') return new Map();
  if (body.kind !== 'form') throw formErrors.forms_unsupported_media_type();
  const fields = new Map(Object.entries(body.fields).map(([name, value]) => [name, sentValue(value)]));
  const values = [...fields].flatMap(([name, value]) => [name, value].flat());
  const bytes = values.reduce((sum, text) => sum + text.length, 0);
  if (values.length - fields.size > maxFields || bytes > maxBytes) throw formErrors.forms_payload_too_large();
  restoreNames(fields, tags);
  return fields;
}

function sentValue(value: ParamValue): string | readonly string[] {
  return typeof value === 'string' ? value : leaves(value);
}

const leaves = (tree: ParamTree): readonly string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)));

/** Dots in names arrive as underscores, as clients of this interface expect. */
function restoreNames(fields: Map<string, string | readonly string[]>, tags: readonly FormTag[]): void {
  for (const { name } of tags) {
    const arrived = name.replaceAll('.', '_');
    const value = fields.get(arrived);
    if (arrived === name || value === undefined || fields.has(name)) continue;
    fields.set(name, value);
    if (!tags.some((tag) => tag.name === arrived)) fields.delete(arrived);
  }
}

/** Returns new questions for pages that come from a cache. */
export function refillRoute({ key }: FormsContext) {
  return route({
    method: 'GET',
    path: '/forms/v1/contact-forms/{id:digits}/refill',
    summary: 'Give a shown form new questions.',
    response: formAnswers.refill,
    permit: anyone,
    shareable: false,
    handle: async ({ id }, call) => {
      const form = await findForm(call.store, id, call.site);
      if (!form) throw formErrors.forms_not_found();
      const { tags } = formTemplate(form);
      const quiz = newQuestions(tags, id, key, call.now);
      const captcha = newChallenges(tags, id, key, call.site, call.now);
      const filled = { ...ifAny('quiz', quiz), ...ifAny('captcha', captcha) };
      return reply(Object.keys(filled).length > 0 ? filled : [], { headers: { 'Cache-Control': 'no-store' } });
    },
  });
}
