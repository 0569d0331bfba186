import { openChallenge, solves } from '../challenge/challenge-token.ts';
import type { FormsParts } from '../forms-parts.ts';
import { useOnce } from '../inbox/used-marks.ts';
import type { FormTag } from '../template/form-tag.ts';
import type { BaseType } from '../template/tag-types.ts';
import { checkUploads } from '../uploads/upload-rules.ts';
import { missingAcceptances } from './acceptance.ts';
import { askBotCheck, type BotFinding } from './bot-check.ts';
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
  /** With what should be noted beside the message. */
  | { readonly kind: 'fine'; readonly note: string };

/** Judges a submission step by step; the first step that fails decides, and the later ones are not taken. */
export async function judge(submission: Submission, parts: FormsParts): Promise<Judgement> {
  const membersOnly = submission.settings.isOn('subscribers_only');
  if (membersOnly && submission.userId === 0) return { kind: 'error' };
  const problems = await fieldProblems(submission, parts);
  if (problems.length > 0) return { kind: 'validation_failed', problems };
  if (missingAcceptances(submission.tags, submission.posted).length > 0) return { kind: 'acceptance_missing' };
  const { verdict, note } = membersOnly ? unsuspected : await suspect(submission, parts);
  if (verdict) return { kind: 'spam', verdict };
  const refused = fileProblems(submission);
  return refused.length > 0 ? { kind: 'validation_failed', problems: refused } : { kind: 'fine', note };
}

async function fieldProblems(submission: Submission, parts: FormsParts) {
  const { tags, posted, settings, site, nowMs } = submission;
  const passed = new Set<string>();
  for (const tag of tags) {
    // A field that stands in the form twice is answered once.
    if (!passed.has(tag.name) && (await challenges[tag.basetype]?.(tag, submission, parts))) passed.add(tag.name);
  }
  return validateFields(tags, posted, {
    today: site.zone.localAt(nowMs).slice(0, 10),
    acceptanceAsValidation: settings.isOn('acceptance_as_validation'),
    quizPassed: (tag) => passed.has(tag.name),
    challengePassed: (tag) => passed.has(tag.name),
  });
}

/** Whether a visitor met a challenge; each is used up by being right, a picture by being tried at all. */
const challenges: Readonly<
  Partial<Record<BaseType, (tag: FormTag, submission: Submission, parts: FormsParts) => Promise<boolean>>>
> = {
  quiz: async ({ name }, { form, body, hidden, nowMs }, { store, key }) => {
    const token = hidden(`quiz_answer_${name}`) ?? '';
    const right = isRightAnswer({ formId: form.id, field: name }, single(body.get(name)), token, key, nowMs);
    return right && useOnce(store, token, quizExpiry(token), nowMs);
  },
  captchar: async ({ name }, { form, body, hidden, nowMs }, { store, key }) => {
    const id = hidden(`captcha_challenge_${name}`) ?? '';
    const challenge = openChallenge(id, key);
    if (!challenge || !(await useOnce(store, id, challenge.expiresMs, nowMs))) return false;
    return solves(challenge, { formId: form.id, field: name }, single(body.get(name)), nowMs);
  },
};

const unsuspected: BotFinding = { verdict: null, note: '' };

/** Our own checks first: they cost nothing, and what they find need not be told to anybody else. */
async function suspect(submission: Submission, parts: FormsParts): Promise<BotFinding> {
  const verdict = await spamVerdict(submission, parts);
  if (verdict || !parts.botCheck) return { verdict, note: '' };
  return askBotCheck(parts.botCheck, submission.hidden('bot_token') ?? '', submission.facts.remoteAddress);
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
