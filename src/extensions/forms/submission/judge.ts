import type { FormsParts } from '../forms-parts.ts';
import { useOnce } from '../inbox/used-marks.ts';
import { checkUploads } from '../uploads/upload-rules.ts';
import { missingAcceptances } from './acceptance.ts';
import { single } from './posted-data.ts';
import { isRightAnswer, quizExpiry } from './quiz.ts';
import { judgeSpam, readDisallowedWords, type SpamVerdict } from './spam-rules.ts';
import type { Submission } from './submission.ts';
import { type FieldProblem, fileTags, validateFields } from './validate-fields.ts';

/** What became of a submission before anything was sent. */
export type Judgement =
  | { readonly kind: 'error' }
  | { readonly kind: 'validation_failed'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'acceptance_missing' }
  | { readonly kind: 'spam'; readonly verdict: SpamVerdict }
  | { readonly kind: 'fine' };

/** Judges a submission step by step; the first step that fails decides, and the later ones are not taken. */
export async function judge(submission: Submission, parts: FormsParts): Promise<Judgement> {
  const membersOnly = submission.settings.isOn('subscribers_only');
  if (membersOnly && submission.userId === 0) return { kind: 'error' };
  const problems = await fieldProblems(submission, parts);
  if (problems.length > 0) return { kind: 'validation_failed', problems };
  if (missingAcceptances(submission.tags, submission.posted).length > 0) return { kind: 'acceptance_missing' };
  const verdict = membersOnly ? null : await spamVerdict(submission, parts);
  if (verdict) return { kind: 'spam', verdict };
  const refused = fileProblems(submission);
  return refused.length > 0 ? { kind: 'validation_failed', problems: refused } : { kind: 'fine' };
}

async function fieldProblems(
  { tags, posted, settings, site, nowMs, form, body, hidden }: Submission,
  parts: FormsParts,
) {
  const passed = new Set<string>();
  for (const { name } of tags.filter((tag) => tag.basetype === 'quiz' && tag.name !== '')) {
    const token = hidden(`quiz_answer_${name}`) ?? '';
    const right = isRightAnswer({ formId: form.id, field: name }, single(body.get(name)), token, parts.key, nowMs);
    if (right && (await useOnce(parts.store, token, quizExpiry(token), nowMs))) passed.add(name);
  }
  return validateFields(tags, posted, {
    today: site.zone.localAt(nowMs).slice(0, 10),
    acceptanceAsValidation: settings.isOn('acceptance_as_validation'),
    quizPassed: (tag) => passed.has(tag.name),
  });
}

async function spamVerdict(submission: Submission, { store, key }: FormsParts): Promise<SpamVerdict | null> {
  const words = (await store.options.get('disallowed_keys')) ?? (await store.options.get('blacklist_keys')) ?? '';
  return judgeSpam({
    posted: submission.posted,
    remoteAddress: submission.facts.remoteAddress,
    userAgent: submission.facts.userAgent,
    honeypot: submission.hidden('website'),
    rendered: submission.hidden('rendered'),
    formId: submission.form.id,
    nowMs: submission.nowMs,
    key,
    disallowedWords: readDisallowedWords(words),
  });
}

function fileProblems({ tags, files }: Submission): readonly FieldProblem[] {
  return fileTags(tags).flatMap((tag) => {
    const key = checkUploads(
      tag,
      files.filter((file) => file.field === tag.name),
    );
    return key === null ? [] : [{ tag, key }];
  });
}
