import { expect, it } from 'vitest';
import { parseTemplate } from '../template/parse-template.ts';
import { feedbackAnswer, visitorMessage } from './feedback.ts';

const [tag] = parseTemplate('[text* your.name id:tee]').tags;
const outcome = {
  status: 'validation_failed',
  message: 'Look again.',
  unitTag: 'cform-f7-p2-o1"><script>',
  hash: 'abc',
  problems: [{ problem: { tag: tag!, key: 'invalid_required' }, message: 'Fill in.' }],
  quiz: {},
  captcha: {},
  prefix: 'cform',
} as const;

it('a failed validation names each field in both generations’ words', () => {
  const field = {
    into: 'span.cform-form-control-wrap.yourname',
    message: 'Fill in.',
    idref: 'tee',
    error_id: 'cform-f7-p2-o1script-ve-your.name',
    field: 'your.name',
  };
  expect(feedbackAnswer(outcome)).toEqual({
    into: '#cform-f7-p2-o1script',
    status: 'validation_failed',
    message: 'Look again.',
    posted_data_hash: '',
    invalid_fields: [field],
    invalidFields: [field],
  });
});

it('an answer without a unit tag points nowhere, and carries the hash only when something was sent', () => {
  expect(feedbackAnswer({ ...outcome, status: 'mail_sent', unitTag: '', problems: [] })).toEqual({
    into: '#',
    status: 'mail_sent',
    message: 'Look again.',
    posted_data_hash: 'abc',
  });
  expect(feedbackAnswer({ ...outcome, status: 'spam', problems: [] })).toMatchObject({ posted_data_hash: '' });
});

it('new quiz questions come with any status', () =>
  expect(feedbackAnswer({ ...outcome, status: 'spam', quiz: { q: ['1+1?', 'token'] } })).toMatchObject({
    quiz: { q: ['1+1?', 'token'] },
  }));

it('messages are the form’s own text, filled in and without markup', () =>
  expect(visitorMessage({ mail_sent_ok: 'Thanks <b>[name]</b>' }, 'mail_sent_ok', () => '<i>Ann</i>')).toBe(
    'Thanks Ann',
  ));
