import { anyone, type Call, reply, replyAs, route } from '../../extension.ts';
import { newChallenges } from './challenge/challenges.ts';
import { formErrors } from './form-errors.ts';
import { findForm } from './form-store.ts';
import type { FormsParts } from './forms-parts.ts';
import type { ContactForm } from './model/form-properties.ts';
import { formTags } from './model/form-template.ts';
import { feedbackPage } from './render/feedback-page.ts';
import { deliver, keepSpam } from './submission/deliver.ts';
import { type FeedbackStatus, feedbackAnswer, visitorMessage } from './submission/feedback.ts';
import { type Judgement, judge } from './submission/judge.ts';
import { readPostedBody } from './submission/posted-body.ts';
import { newQuestions } from './submission/quiz.ts';
import { readSubmission, type Submission, submissionLookup } from './submission/submission.ts';
import { fileTags } from './submission/validate-fields.ts';
import { openIntake } from './uploads/upload-intake.ts';
import { sizeLimit } from './uploads/upload-rules.ts';

/** Takes what a visitor sends. Every outcome is 200 and says in `status` what it is. */
export function feedbackRoute(parts: FormsParts) {
  return route({
    method: 'POST',
    path: '/forms/v1/contact-forms/{id:digits}/feedback',
    summary: 'Send a form.',
    body: 'files',
    permit: anyone,
    handle: async ({ id }, call) => {
      const form = await findForm(call.store, id, call.site);
      if (!form) throw formErrors.forms_not_found();
      await admit(form, call, parts);
      const tags = formTags(form);
      const intake = openIntake(parts.uploadFolder, fileTags(tags));
      try {
        const body = readPostedBody(await call.request.body(intake.take), tags);
        const submission = await readSubmission(form, body, intake.files, call, parts);
        return await respond(submission, await judge(submission, parts), call, parts);
      } finally {
        await intake.clear();
      }
    },
  });
}

const MOST_FIELD_BYTES = 2_097_152;

/** What can be refused before a byte of the body is read: strangers' pages, haste, and bodies no form is made for. */
async function admit(form: ContactForm, call: Call, { rateLimit, store }: FormsParts): Promise<void> {
  const { headers, remoteAddress } = call.request;
  const origin = headers['origin'];
  if (origin !== undefined && origin !== new URL(call.site.url).origin && !(await isListed(origin, store)))
    throw formErrors.forms_forbidden();
  const wait = rateLimit?.take(remoteAddress, form.id, call.now) ?? 0;
  if (wait > 0) throw formErrors.forms_rate_limited(undefined, { headers: { 'Retry-After': String(wait) } });
  const room = fileTags(formTags(form)).reduce((sum, tag) => sum + sizeLimit(tag) + 65_536, MOST_FIELD_BYTES);
  if (Number(headers['content-length'] ?? 0) > room) throw formErrors.forms_payload_too_large();
}

async function isListed(origin: string, store: FormsParts['store']): Promise<boolean> {
  const listed = ((await store.options.get('platen_form_origins')) ?? '').split(/[\s,]+/);
  return listed.includes('*') || listed.includes(origin);
}

async function respond(submission: Submission, judgement: Judgement, call: Call, parts: FormsParts) {
  if (judgement.kind === 'spam') await keepSpam(submission, judgement.verdict, parts);
  const status: FeedbackStatus =
    judgement.kind === 'fine' ? await deliver(submission, parts, judgement.note) : judgement.kind;
  const problems = judgement.kind === 'validation_failed' ? judgement.problems : [];
  const lookup = submissionLookup(submission, { serial: 0, invalidFields: problems.length });
  const { messages } = submission.form.properties;
  const message =
    status === 'error'
      ? 'Only members of this site can use this form.'
      : visitorMessage(messages, messageKeys[status], lookup);
  const said = problems.map((problem) => ({ problem, message: visitorMessage(messages, problem.key, lookup) }));
  if (!wantsPage(call)) {
    const quiz = newQuestions(submission.tags, submission.form.id, parts.key, call.now);
    return reply(
      feedbackAnswer({
        status,
        message,
        unitTag: submission.unitTag,
        hash: submission.hash,
        problems: said,
        quiz,
        captcha: newChallenges(submission.tags, submission.form.id, parts.key, call.site, call.now),
        prefix: submission.names.prefix,
      }),
    );
  }
  await countConversion(submission, status, call, parts);
  return replyAs(
    'text/html; charset=UTF-8',
    feedbackPage({
      message,
      problems: said,
      locale: submission.form.locale,
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

/** A browser without scripts asks for a page; a script, and every program, for data. */
function wantsPage({ request }: Call): boolean {
  return /^\s*text\/html\b/i.test(request.headers['accept'] ?? '');
}

/** In a popup without scripts nobody else can tell that the form led somewhere. */
async function countConversion(
  { hidden }: Submission,
  status: FeedbackStatus,
  { request }: Call,
  { ask }: FormsParts,
): Promise<void> {
  const popup = hidden('popup') ?? '';
  if (status !== 'mail_sent' || !/^[1-9]\d*$/.test(popup)) return;
  // The counter judges the visitor, not us: what it looks at goes along, and nothing that would log anybody in.
  const told = ['user-agent', 'dnt', 'sec-gpc'].flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const visitor = { address: request.remoteAddress, headers: Object.fromEntries(told) };
  await ask('/popups/v1/analytics', { event: 'conversion', pid: popup }, visitor);
}
