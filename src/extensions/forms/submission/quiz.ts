import { randomBytes, randomInt } from 'node:crypto';
import type { FormTag } from '../template/form-tag.ts';
import { isSigned, sign } from './signed-token.ts';

/** Where a challenge was set: a token is good for this place alone. */
export interface QuizPlace {
  readonly formId: number;
  readonly field: string;
}

/** A question for the visitor and the token that will know its answer. */
export interface QuizChallenge {
  readonly question: string;
  readonly token: string;
}

const LIFETIME_MS = 3_600_000;

/** Picks one of the tag's questions; a quiz without any asks for 1+1. The token never shows the answer. */
export function setQuiz(tag: FormTag, formId: number, key: Buffer, nowMs: number): QuizChallenge {
  const pairs = tag.pipes?.length ? tag.pipes : ([['1+1=?', '2']] as const);
  const [question, answer] = pairs[randomInt(pairs.length)]!;
  const expires = String(nowMs + LIFETIME_MS);
  const nonce = randomBytes(12).toString('base64url');
  const signature = sign(key, String(formId), tag.name, folded(answer), expires, nonce);
  return { question, token: `${expires}.${nonce}.${signature}` };
}

/** True when the answer is right for an unexpired token of this place. Using the token up is the caller's part. */
export function isRightAnswer(place: QuizPlace, answer: string, token: string, key: Buffer, nowMs: number): boolean {
  const [expires = '', nonce = '', signature = ''] = token.split('.');
  if (!/^\d{1,15}$/.test(expires) || Number(expires) < nowMs) return false;
  return isSigned(key, signature, String(place.formId), place.field, folded(answer), expires, nonce);
}

/** When a token is of no more use, so that the memory of used ones can forget it. */
export function quizExpiry(token: string): number {
  return Number(token.split('.')[0]) || 0;
}

/** Wide and narrow letters, and case, make no difference to an answer. */
function folded(answer: string): string {
  return answer.normalize('NFKC').toLowerCase().trim();
}

/** A new question and token for each quiz field, by name. */
export function newQuestions(
  tags: readonly FormTag[],
  formId: number,
  key: Buffer,
  nowMs: number,
): Readonly<Record<string, readonly [question: string, token: string]>> {
  const quizzes = tags.filter((tag) => tag.basetype === 'quiz' && tag.name !== '');
  return Object.fromEntries(
    quizzes.map((tag) => {
      const { question, token } = setQuiz(tag, formId, key, nowMs);
      return [tag.name, [question, token]];
    }),
  );
}
