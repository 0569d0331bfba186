import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../template/parse-template.ts';
import { isRightAnswer, quizExpiry, setQuiz } from './quiz.ts';
import { isSigned, sign } from './signed-token.ts';

const key = Buffer.alloc(32, 7);
const quiz = (text: string) => parseTemplate(text).tags[0]!;
const at = { formId: 7, field: 'q' };

describe('quiz', () => {
  const challenge = setQuiz(quiz('[quiz q "Capital of France?|Paris"]'), 7, key, 1_000);
  const judge = (answer: string, change: Partial<typeof at> = {}, token = challenge.token, now = 2_000) =>
    isRightAnswer({ ...at, ...change }, answer, token, key, now);

  it('knows the answer without showing it', () => {
    expect(challenge.question).toBe('Capital of France?');
    expect(challenge.token).not.toContain('Paris');
    expect(judge('Paris')).toBe(true);
  });

  it.each(['paris', ' PARIS ', 'Ｐａｒｉｓ'])('%s is the same answer', (answer) => expect(judge(answer)).toBe(true));
  it.each(['Lyon', '', 'Par is'])('%j is not', (answer) => expect(judge(answer)).toBe(false));

  it('a token serves its own form, field and hour', () => {
    expect(judge('Paris', { formId: 8 })).toBe(false);
    expect(judge('Paris', { field: 'r' })).toBe(false);
    expect(judge('Paris', {}, challenge.token, quizExpiry(challenge.token) + 1)).toBe(false);
    expect(quizExpiry(challenge.token)).toBe(3_601_000);
  });

  it.each(['', 'x', '..', '9999999999999.a.b', challenge.token.replace(/^\d+/, '9999999999999')])(
    'the token %j is worth nothing',
    (token) => expect(judge('Paris', {}, token)).toBe(false),
  );

  it('each of several questions comes up, with its own answer', () => {
    const tag = quiz('[quiz q "A?|a" "B?|b"]');
    const seen = new Set<string>();
    for (let n = 0; n < 100; n++) {
      const { question, token } = setQuiz(tag, 7, key, 0);
      seen.add(question);
      expect(isRightAnswer(at, question === 'A?' ? 'a' : 'b', token, key, 1)).toBe(true);
    }
    expect([...seen].toSorted()).toEqual(['A?', 'B?']);
  });

  it('without questions it asks for one and one', () => {
    const { token } = setQuiz(quiz('[quiz q]'), 7, key, 0);
    expect(isRightAnswer(at, '2', token, key, 1)).toBe(true);
  });
});

it('signed parts cannot run into each other', () => {
  expect(isSigned(key, sign(key, 'ab', 'c'), 'ab', 'c')).toBe(true);
  expect(isSigned(key, sign(key, 'ab', 'c'), 'a', 'bc')).toBe(false);
  expect(isSigned(Buffer.alloc(32, 8), sign(key, 'a'), 'a')).toBe(false);
});
