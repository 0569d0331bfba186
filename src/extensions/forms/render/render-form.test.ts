import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { formNames, unitTag } from '../model/form-names.ts';
import { parseTemplate } from '../template/parse-template.ts';
import { type FormRenderContext, noDefaults } from './control.ts';
import { stripMarkup } from './html.ts';
import { renderForm, renderTemplate } from './render-form.ts';

type Element = DefaultTreeAdapterTypes.Element;

const names = formNames('cform');
const context = (template: string, change: Partial<FormRenderContext> = {}): FormRenderContext => ({
  names,
  tags: parseTemplate(template).tags,
  defaults: noDefaults,
  today: '2024-05-06',
  sendLabel: 'Send',
  quiz: () => ({ question: '1+1?', token: 'token' }),
  challenge: () => ({
    id: 'abc',
    url: 'http://site.test/c/abc.png',
    look: { size: 's', ink: '000000', ground: 'ffffff' },
  }),
  ...change,
});
const html = (template: string, change?: Partial<FormRenderContext>) =>
  renderTemplate(parseTemplate(template).parts, context(template, change));

/** Every element of some HTML as a real parser sees it. */
function elements(source: string): Element[] {
  const walk = (node: DefaultTreeAdapterTypes.ParentNode): Element[] =>
    node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...walk(child)] : []));
  return walk(parseFragment(source));
}
const attribute = (element: Element, name: string) => element.attrs.find((candidate) => candidate.name === name)?.value;
const first = (source: string, tag: string) => {
  const element = elements(source).find((candidate) => candidate.tagName === tag);
  if (!element) throw new Error(`no ${tag} in ${source}`);
  return Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
};
const classes = (source: string, tag: string) => (first(source, tag)['class'] ?? '').split(' ');

describe('controls', () => {
  it('an image challenge and the field for its answer', () => {
    const source = html('[captchac c] [captchar c 6/6]');
    expect(first(source, 'img')).toMatchObject({ src: 'http://site.test/c/abc.png', width: '120', height: '40' });
    expect(classes(source, 'img')).toContain('cform-captcha-c');
    const inputs = elements(source).filter((element) => element.tagName === 'input');
    expect(
      inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value'), attribute(input, 'maxlength')]),
    ).toEqual([
      ['_cform_captcha_challenge_c', 'abc', undefined],
      ['c', undefined, '6'],
    ]);
  });

  it('a required text field', () => {
    const source = html(
      '[text* your-name id:n class:wide 30/50 minlength:2 tabindex:3 autocomplete:name readonly "Ann & <b>"]',
    );
    expect(first(source, 'input')).toEqual({
      type: 'text',
      name: 'your-name',
      value: 'Ann & <b>',
      size: '30',
      maxlength: '50',
      minlength: '2',
      class: 'cform-form-control cform-text cform-validates-as-required wide',
      id: 'n',
      tabindex: '3',
      'aria-required': 'true',
      'aria-invalid': 'false',
      autocomplete: 'name',
      readonly: 'readonly',
    });
    expect(classes(source, 'span')).toEqual(['cform-form-control-wrap', 'your-name']);
    expect(source).not.toContain(' required');
  });

  it.each([
    ['[email e]', ['cform-form-control', 'cform-text', 'cform-email', 'cform-validates-as-email']],
    [
      '[url* e]',
      ['cform-form-control', 'cform-text', 'cform-url', 'cform-validates-as-url', 'cform-validates-as-required'],
    ],
    ['[tel e]', ['cform-form-control', 'cform-text', 'cform-tel', 'cform-validates-as-tel']],
    ['[number e]', ['cform-form-control', 'cform-number', 'cform-validates-as-number']],
    ['[range e]', ['cform-form-control', 'cform-range', 'cform-validates-as-number']],
    ['[date e]', ['cform-form-control', 'cform-date', 'cform-validates-as-date']],
    ['[file e]', ['cform-form-control', 'cform-file']],
    ['[quiz e]', ['cform-form-control', 'cform-quiz']],
    ['[submit]', ['cform-form-control', 'cform-submit']],
  ])('the classes of %s', (template, expected) => expect(classes(html(template), 'input')).toEqual(expected));

  it('a placeholder takes the place of the value', () => {
    expect(first(html('[text a placeholder "Name"]'), 'input')).toMatchObject({ placeholder: 'Name', value: '' });
    expect(first(html('[textarea a watermark "Name"]'), 'textarea')).toMatchObject({ placeholder: 'Name' });
  });

  it('defaults come from the first source that has one', () => {
    const defaults = {
      ...noDefaults,
      user: (field: string) => (field === 'email' ? 'ann@example.org' : undefined),
      parameter: (name: string) => (name === 'a' ? '<b>from</b> the address' : undefined),
    };
    expect(first(html('[text a default:user_login default:get "x"]', { defaults }), 'input')['value']).toBe(
      'from the address',
    );
    expect(first(html('[email e default:user_email]', { defaults }), 'input')['value']).toBe('ann@example.org');
    expect(first(html('[text b default:get "x"]', { defaults }), 'input')['value']).toBe('x');
  });

  it('number, range and date carry their limits', () => {
    expect(first(html('[number n min:-2 max:9 step:0.5 "3"]'), 'input')).toMatchObject({
      min: '-2',
      max: '9',
      step: '0.5',
      value: '3',
    });
    expect(first(html('[date d min:today max:today+7_days default:tomorrow]'), 'input')).toMatchObject({
      min: '2024-05-06',
      max: '2024-05-13',
      value: '2024-05-07',
    });
  });

  it('a textarea starts with its content', () => {
    expect(html('[textarea a]1 < 2[/textarea]')).toContain('>1 &lt; 2</textarea>');
    expect(first(html('[textarea a 20x5/100]'), 'textarea')).toMatchObject({ cols: '20', rows: '5', maxlength: '100' });
  });

  it('select shows what is before the pipe', () => {
    const source = html('[select* s multiple include_blank default:2 "One|1" "Two|2"]');
    expect(first(source, 'select')).toMatchObject({ name: 's[]', multiple: 'multiple', 'aria-required': 'true' });
    const options = elements(source).filter((element) => element.tagName === 'option');
    expect(options.map((option) => attribute(option, 'value'))).toEqual(['', 'One', 'Two']);
    expect(options.map((option) => attribute(option, 'selected') !== undefined)).toEqual([false, false, true]);
    expect(html('[select s]')).toContain('<option value="">---</option>');
    expect(html('[select s first_as_label "Pick" "One"]')).toContain('<option value="">Pick</option>');
  });

  it('checkboxes are a group of items', () => {
    const source = html('[checkbox* c id:cc use_label_element free_text default:1_3 "a" "b" "c"]');
    const inputs = elements(source).filter((element) => attribute(element, 'type') === 'checkbox');
    expect(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'checked')])).toEqual([
      ['c[]', 'checked'],
      ['c[]', undefined],
      ['c[]', 'checked'],
    ]);
    const items = elements(source).filter(
      (element) => attribute(element, 'class')?.startsWith('cform-list-item ') ?? false,
    );
    expect(items.map((item) => attribute(item, 'class'))).toEqual([
      'cform-list-item first',
      'cform-list-item last has-free-text',
    ]);
    expect(source).toContain('name="c_free_text"');
    expect(source).toMatch(/id="cc" role="group" aria-required="true"/);
    expect(html('[checkbox c exclusive "a"]')).toMatch(/cform-exclusive-checkbox.*name="c"/);
    expect(html('[radio r label_first "a"]')).toMatch(/list-item-label">a<\/span><input type="radio" name="r"/);
  });

  it('an acceptance keeps the author’s markup in its condition', () => {
    const source = html('[acceptance ok optional default:on]I <a href="/t">agree</a>[/acceptance]');
    expect(source).toContain('<span class="cform-list-item-label">I <a href="/t">agree</a></span>');
    expect(first(source, 'input')).toMatchObject({ type: 'checkbox', name: 'ok', value: '1', checked: 'checked' });
    expect(source).toContain('cform-acceptance optional');
  });

  it('a quiz asks its question and carries a token', () => {
    const source = html('[quiz q "1+1?|2"]');
    expect(source).toContain('<span class="cform-quiz-label">1+1?</span>');
    expect(source).toContain('<input type="hidden" name="_cform_quiz_answer_q" value="token" />');
    expect(first(source, 'input')).toMatchObject({ autocomplete: 'off', 'aria-required': 'true' });
    expect(source).not.toContain('|2');
  });

  it('a count follows the field of its name', () => {
    expect(
      first(html('[count a down] [textarea a maxlength:20 minlength:3]').replace('<textarea', '<x'), 'span'),
    ).toMatchObject({
      class: 'cform-character-count down',
      'data-target-name': 'a',
      'data-starting-value': '20',
      'data-maximum-value': '20',
      'data-minimum-value': '3',
    });
  });

  it('a submit button without words gets the site’s', () => {
    expect(first(html('[submit]'), 'input')['value']).toBe('Send');
    expect(first(html('[submit "Go"]'), 'input')['value']).toBe('Go');
  });

  it('a tag whose inside could not be read shows nothing', () => expect(html('[text a "b]')).toBe(''));
});

describe('paragraphs', () => {
  it.each([
    ['one\ntwo', '<p>one<br />\ntwo</p>\n'],
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>\n'],
    ['<label>Name\n[submit]</label>', /^<p><label>Name<br \/>\n<input [^>]*><\/label><\/p>\n$/],
    ['<label>Name\n\n[submit]</label>', /^<p><label>Name<br \/>\n<input [^>]*><\/label><\/p>\n$/],
    ['<div>\na\n\nb\n</div>', '<div><p>a</p>\n<p>b</p>\n</div>'],
    ['<ul>\n<li>a\nb</li>\n</ul>', '<ul><li>a<br />\nb</li></ul>'],
    ['<h2>A</h2>\ntext', '<h2>A</h2><p>text</p>\n'],
    ['<script>\n\na\n</script>', '<script>\n\na\n</script>'],
    ['a<br>\nb', '<p>a<br>b</p>\n'],
    ['a\n[response]\nb', /^<p>a<\/p>\n<div [^>]*><\/div><p>b<\/p>\n$/],
    ['[hidden h]\n\na', /^<input [^>]*><p>a<\/p>\n$/],
    ['', ''],
  ])('%j', (template, expected) =>
    expect(html(template)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected)),
  );
});

describe('the whole form', () => {
  const form = (template: string) =>
    renderForm(
      {
        template: parseTemplate(template).parts,
        unitTag: unitTag(names, 7, 2, 1),
        action: '/wp-json/forms/v1/contact-forms/7/feedback',
        locale: 'ar',
        demo: true,
        acceptanceAsValidation: true,
        hidden: [
          ['_cform', '7'],
          ['_cform_unit_tag', 'cform-f7-p2-o1'],
        ],
        honeypot: 'website_2',
        title: 'Contact "us"',
        htmlClass: 'mine "onload=x',
      },
      context(template),
    );

  it('is a labelled region with a status line, hidden fields and a response box', () => {
    const source = form('[text a]');
    expect(first(source, 'div')).toMatchObject({
      role: 'form',
      class: 'cform',
      id: 'cform-f7-p2-o1',
      lang: 'ar',
      dir: 'rtl',
    });
    expect(first(source, 'p')).toMatchObject({ role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true' });
    expect(first(source, 'form')).toEqual({
      action: '/wp-json/forms/v1/contact-forms/7/feedback',
      method: 'post',
      class: 'cform-form init demo cform-acceptance-as-validation mine',
      novalidate: 'novalidate',
      'aria-label': 'Contact "us"',
      'data-status': 'init',
    });
    expect(source).toContain('<input type="hidden" name="_cform_unit_tag" value="cform-f7-p2-o1" />');
    expect(source.match(/cform-response-output/g)).toHaveLength(1);
  });

  it('has one response box, where the template put it', () =>
    expect(form('[response] [text a]').match(/cform-response-output/g)).toHaveLength(1));

  it('is multipart only with a file field', () => {
    expect(first(form('[file f]'), 'form')['enctype']).toBe('multipart/form-data');
    expect(first(form('[text f]'), 'form')['enctype']).toBeUndefined();
  });

  it('hostile values never become markup', () => {
    const hostile = fc.stringMatching(/^[<>&'=\w /:-]{0,40}$/);
    fc.assert(
      fc.property(hostile, hostile, (value, label) => {
        const quote = (text: string) => `"${text}"`;
        for (const type of ['text', 'select', 'checkbox', 'radio', 'quiz', 'hidden', 'textarea']) {
          const tagNames = elements(html(`[${type} a ${quote(value)} ${quote(label)}]`)).map(
            (element) => element.tagName,
          );
          expect(['span', 'input', 'select', 'option', 'textarea', 'label', 'p']).toEqual(
            expect.arrayContaining([...new Set(tagNames)]),
          );
        }
      }),
    );
  });
});

it.each([
  ['a <b>c</b>', 'a c'],
  ['<script>x</script>y', 'y'],
  ['1 < 2 > 1', '1 < 2 > 1'],
  ['a <b', 'a'],
])('markup stripped from %j', (source, text) => expect(stripMarkup(source)).toBe(text));
