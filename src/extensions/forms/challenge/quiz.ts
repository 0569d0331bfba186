import { randomBytes, randomInt } from 'node:crypto';
import type { FormTag } from '../template/form-tag.ts';
import { isSigned, sign } from './signed-token.ts';

/** The field of a challenge: a token is valid for this field only. */
export interface ChallengedField {
  readonly formId: number;
  readonly field: string;
}

/** A question for the visitor and the token that verifies its answer. */
export interface QuizChallenge {
  readonly question: string;
  readonly token: string;
}

const lifetimeMs = 3_600_000;

/** Picks one of the tag's questions; a quiz without any asks for 1+1. The token does not reveal the answer. */
export function setQuiz(tag: FormTag, formId: number, key: Buffer, nowMs: number): QuizChallenge {
  const pairs = tag.pipes?.length ? tag.pipes : ([['1+1=?', '2']] as const);
  const [question, answer] = pairs[randomInt(pairs.length)]!;
  const expires = String(nowMs + lifetimeMs);
  const nonce = randomBytes(12).toString('base64url');
  const signature = sign(key, String(formId), tag.name, folded(answer), expires, nonce);
  return { question, token: `${expires}.${nonce}.${signature}` };
}

/** True when the answer is right for an unexpired token of this field. The caller marks the token as used. */
export function isRightAnswer(at: ChallengedField, answer: string, token: string, key: Buffer, nowMs: number): boolean {
  const [expires = '', nonce = '', signature = ''] = token.split('.');
  if (!/^\d{1,15}$/.test(expires) || Number(expires) < nowMs) return false;
  return isSigned(key, signature, String(at.formId), at.field, folded(answer), expires, nonce);
}

/** When a token expires, so that its used mark can be deleted. */
export function quizExpiry(token: string): number {
  return Number(token.split('.')[0]) || 0;
}

/** Full-width and half-width characters, and letter case, make no difference to an answer. */
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
