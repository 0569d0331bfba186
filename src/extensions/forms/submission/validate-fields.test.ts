import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../template/parse-template.ts';
import { postedData } from './posted-data.ts';
import { givenConsent, mayStore, missingAcceptances, validateFields } from './validate-fields.ts';

const context = {
  today: '2024-05-06',
  acceptanceAsValidation: false,
  challengePassed: () => false,
  quizPassed: () => false,
};
const read = (template: string, body: Record<string, string | string[]>) => {
  const tags = parseTemplate(template).tags;
  return { tags, posted: postedData(tags, new Map(Object.entries(body)), 'cform') };
};
const problems = (template: string, body: Record<string, string | string[]>, change = {}) => {
  const { tags, posted } = read(template, body);
  return validateFields(tags, posted, { ...context, ...change }).map(({ tag, key }) => `${tag.name} ${key}`);
};
/** The message key for one field called `f`, or null. */
const problem = (template: string, value?: string | string[]) =>
  problems(template, value === undefined ? {} : { f: value })[0]?.replace('f ', '') ?? null;

describe('validation', () => {
  it.each<[string, string | string[] | undefined, string | null]>([
    ['[text* f]', undefined, 'invalid_required'],
    ['[text* f]', '  ', 'invalid_required'],
    ['[text* f]', '\r\n', 'invalid_required'],
    ['[text* f]', '0', null],
    ['[text f]', '', null],
    ['[text f maxlength:3]', 'abcd', 'invalid_too_long'],
    ['[text f maxlength:3]', 'abc', null],
    ['[text f minlength:3]', 'ab', 'invalid_too_short'],
    ['[text f minlength:3]', '', null],
    ['[text f maxlength:2]', '😀', null],
    ['[text f maxlength:2]', '😀a', 'invalid_too_long'],
    ['[textarea f maxlength:3]', 'a\r\nb', null],
    ['[text f minlength:5 maxlength:3]', 'abcd', null],
    ['[textarea* f]', '', 'invalid_required'],
    ['[textarea* f]', ' ', null],
    ['[email f]', 'x', 'invalid_email'],
    ['[email f]', 'a@b.c', 'invalid_email'],
    ['[email f]', 'a@b.co', null],
    ['[email f]', 'first.last+tag@sub.example.org', null],
    ['[email f]', 'a@example', 'invalid_email'],
    ['[email f]', 'a@-example.org', 'invalid_email'],
    ['[email f]', 'a@example-.org', 'invalid_email'],
    ['[email f]', 'a b@example.org', 'invalid_email'],
    ['[email f]', 'a@b@example.org', 'invalid_email'],
    ['[email f maxlength:5]', 'ann@example.org', 'invalid_too_long'],
    ['[url f]', 'y', 'invalid_url'],
    ['[url f]', 'example.org', 'invalid_url'],
    ['[url f]', 'http://', 'invalid_url'],
    ['[url f]', 'http://example.org', null],
    ['[url f]', 'https://bücher.example/ü?a=b#c', null],
    ['[url f]', 'ftp://example.org/x', null],
    ['[url f]', 'mailto:a@example.org', null],
    ['[url f]', 'javascript:alert(1)', 'invalid_url'],
    ['[tel f]', 'z', 'invalid_tel'],
    ['[tel f]', '+1 234', null],
    ['[tel f]', '+49 (0) 89/123-45', null],
    ['[tel f]', '12-', 'invalid_tel'],
    ['[tel f]', '1+2', 'invalid_tel'],
    ['[tel f]', '()1', 'invalid_tel'],
    ['[number f]', 'abc', 'invalid_number'],
    ['[number f]', '1,000', 'invalid_number'],
    ['[number f]', '-1.5e3', null],
    ['[number f]', '.5', null],
    ['[number* f]', '', 'invalid_required'],
    ['[number f min:2]', '1', 'number_too_small'],
    ['[number f min:2]', '2', null],
    ['[number f max:9]', '9.1', 'number_too_large'],
    ['[number f min:-5]', '-6', 'number_too_small'],
    ['[range f max:9]', '10', 'number_too_large'],
    ['[number f step:5]', '3', null],
    ['[date f]', '31/12/2020', 'invalid_date'],
    ['[date f]', '2023-02-29', 'invalid_date'],
    ['[date f]', '2024-02-29', null],
    ['[date f min:2020-01-01]', '2019-12-31', 'date_too_early'],
    ['[date f max:2020-12-31]', '2021-01-01', 'date_too_late'],
    ['[date f min:today]', '2024-05-05', 'date_too_early'],
    ['[date f min:today]', '2024-05-06', null],
    ['[date f max:today+7_days]', '2024-05-13', null],
    ['[date f max:today+7_days]', '2024-05-14', 'date_too_late'],
    ['[select* f "a" "b"]', undefined, 'invalid_required'],
    ['[select* f include_blank "a"]', '', 'invalid_required'],
    ['[select* f first_as_label "Pick" "a"]', '', 'invalid_required'],
    ['[select* f first_as_label "Pick" "a"]', 'Pick', 'invalid_choice'],
    ['[select f "a|x" "b"]', 'a', null],
    ['[select f "a|x" "b"]', 'x', 'invalid_choice'],
    ['[select f "a" "b"]', 'three', 'invalid_choice'],
    ['[select f multiple "a" "b"]', ['a', 'c'], 'invalid_choice'],
    ['[checkbox* f "a" "b"]', undefined, 'invalid_required'],
    ['[checkbox* f "a" "b"]', ['a', 'b'], null],
    ['[checkbox f "a"]', ['zz'], 'invalid_choice'],
    ['[checkbox f "a"]', undefined, null],
    ['[radio f "x"]', undefined, 'invalid_required'],
    ['[radio f "x"]', 'x', null],
    ['[radio f "x"]', 'q', 'invalid_choice'],
    ['[quiz f "1+1?|2"]', '2', 'quiz_answer_not_correct'],
    ['[hidden f]', 'anything', null],
    ['[file* f]', undefined, null],
  ])('%s given %j: %s', (template, value, key) => expect(problem(template, value)).toBe(key));

  it('problems come in template order, one for each name, the first found', () => {
    expect(problems('[email* b] [text* a minlength:3] [text* b]', { a: 'x' })).toEqual([
      'b invalid_required',
      'a invalid_too_short',
    ]);
  });

  it('a telephone number of any length is judged at once', () => {
    const started = process.cpuUsage();
    expect(problem('[tel f]', `${'1'.repeat(100_000)}x`)).toBe('invalid_tel');
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});

describe('acceptance', () => {
  const missing = (template: string, body: Record<string, string>) => {
    const { tags, posted } = read(template, body);
    return missingAcceptances(tags, posted).map((tag) => tag.name);
  };

  it.each([
    ['[acceptance ok]', {}, ['ok']],
    ['[acceptance ok]', { ok: '1' }, []],
    ['[acceptance ok invert]', { ok: '1' }, ['ok']],
    ['[acceptance ok invert]', {}, []],
    ['[acceptance ok optional]', {}, []],
  ])('%s given %j', (template, body, names) =>
    expect(missing(template, body as Record<string, string>)).toEqual(names),
  );

  it('can be a field error instead', () => {
    expect(problems('[acceptance ok]', {}, { acceptanceAsValidation: true })).toEqual(['ok accept_terms']);
    expect(problems('[acceptance ok]', {})).toEqual([]);
  });

  it('consent is recorded in the words shown', () => {
    const { tags, posted } = read('[acceptance ok]I <b>agree</b>[/acceptance] [acceptance no]x[/acceptance]', {
      ok: '1',
    });
    expect([...givenConsent(tags, posted)]).toEqual([['ok', 'I agree']]);
  });

  it('a refused consent to storage keeps the message out of the inbox', () => {
    const template = '[acceptance keep optional consent_for:storage]Keep it[/acceptance]';
    const given = read(template, { keep: '1' });
    expect(mayStore(given.tags, given.posted)).toBe(true);
    const refused = read(template, {});
    expect(mayStore(refused.tags, refused.posted)).toBe(false);
  });
});
