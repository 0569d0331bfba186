import { readOption } from '../../../extension.ts';
import { openChallenge, solves } from '../challenge/challenge.ts';
import { isRightAnswer, quizExpiry } from '../challenge/quiz.ts';
import { useOnce } from '../inbox/message-table.ts';
import type { BaseType, FormTag } from '../template/form-tag.ts';
import { checkUploads, fileTags } from '../template/upload-rules.ts';
import type { FormsContext } from './forms-context.ts';
import { single } from './posted-data.ts';
import { askBotCheck, type BotFinding, judgeSpam, readDisallowedWords, type SpamVerdict } from './spam-rules.ts';
import type { Submission } from './submission.ts';
import { type FieldProblem, missingAcceptances, validateFields } from './validate-fields.ts';

/** The outcome of all checks, before anything is sent. */
export type SubmissionVerdict =
  | { readonly kind: 'error' }
  | { readonly kind: 'validation_failed'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'acceptance_missing' }
  | { readonly kind: 'spam'; readonly verdict: SpamVerdict }
  /** With notes to store beside the message. */
  | { readonly kind: 'fine'; readonly note: string };

/** Checks a submission step by step; the first step that fails decides, and later ones are skipped. */
export async function judge(submission: Submission, context: FormsContext): Promise<SubmissionVerdict> {
  const membersOnly = submission.settings.isOn('subscribers_only');
  if (membersOnly && submission.userId === 0) return { kind: 'error' };
  const problems = inTemplateOrder(submission, [
    ...(await fieldProblems(submission, context)),
    ...(await fileProblems(submission)),
  ]);
  if (problems.length > 0) return { kind: 'validation_failed', problems };
  if (missingAcceptances(submission.tags, submission.posted).length > 0) return { kind: 'acceptance_missing' };
  const { verdict, note } = membersOnly ? unsuspected : await suspect(submission, context);
  return verdict ? { kind: 'spam', verdict } : { kind: 'fine', note };
}

function inTemplateOrder({ tags }: Submission, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.toSorted((one, other) => tags.indexOf(one.tag) - tags.indexOf(other.tag));
}

async function fieldProblems(submission: Submission, context: FormsContext) {
  const { tags, posted, settings, site, nowMs } = submission;
  const passed = new Set<string>();
  for (const tag of tags) {
    // A field that is in the form twice is checked once: its token can be used only once.
    if (!passed.has(tag.name) && (await challenges[tag.basetype]?.(tag, submission, context))) passed.add(tag.name);
  }
  return validateFields(tags, posted, {
    today: site.zone.localAt(nowMs).slice(0, 10),
    acceptanceAsValidation: settings.isOn('acceptance_as_validation'),
    quizPassed: (tag) => passed.has(tag.name),
    challengePassed: (tag) => passed.has(tag.name),
  });
}

/** Whether a visitor solved a challenge; a quiz token is used up by the right answer, a picture by any answer. */
const challenges: Readonly<
  Partial<Record<BaseType, (tag: FormTag, submission: Submission, context: FormsContext) => Promise<boolean>>>
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

/** Our own checks come first: they are cheap, and what they reject need not be sent to the service. */
async function suspect(submission: Submission, context: FormsContext): Promise<BotFinding> {
  const verdict = await spamVerdict(submission, context);
  if (verdict || !context.botCheck) return { verdict, note: '' };
  return askBotCheck(context.botCheck, submission.hidden('bot_token') ?? '', submission.facts.remoteAddress);
}

async function spamVerdict(submission: Submission, { store, key }: FormsContext): Promise<SpamVerdict | null> {
  return judgeSpam({
    posted: submission.posted,
    remoteAddress: submission.facts.remoteAddress,
    userAgent: submission.facts.userAgent,
    honeypot: submission.hidden('website'),
    rendered: submission.hidden('rendered'),
    formId: submission.form.id,
    nowMs: submission.nowMs,
    key,
    disallowedWords: readDisallowedWords(await readOption(store, 'disallowed_keys')),
  });
}

async function fileProblems({ tags, files }: Submission): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const tag of fileTags(tags)) {
    const sent = files.filter((file) => file.field === tag.name);
    const key = await checkUploads(tag, sent);
    if (key !== null) problems.push({ tag, key });
  }
  return problems;
}
