import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserJudge, openBrowserJudge } from '../fuzz/parts/browser-judge.ts';
import { executableIn } from '../fuzz/parts/executable.ts';
import { judgeAnswer } from '../fuzz/parts/judge-answer.ts';
import { createLeakCheck, createSecrets } from '../fuzz/world/secrets.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { type TestPlaten, testPlaten } from '../support/platen.ts';

describe('the judges of the fuzzer can find something', () => {
  let site: TestPlaten;
  let browser: BrowserJudge | null;
  const secrets = createSecrets();
  const draft = secrets.plant('a draft', ['editor']);
  beforeAll(async () => {
    site = await testPlaten({ databaseUrl: 'sqlite::memory:' });
    browser = await openBrowserJudge();
  });
  afterAll(async () => {
    await site.close();
    await browser?.close();
  });

  const judged = (answer: { status?: number; text: string; headers?: Record<string, string> }, search = '') =>
    judgeAnswer(
      { as: 'author', method: 'GET', path: '/wp/v2/tags', query: new URLSearchParams({ search }), sent: search },
      { status: 200, ...answer, headers: { 'content-type': 'application/json', ...answer.headers } },
      { checkAnswer: createAnswerCheck(site.platen.registry, true), leakCheck: createLeakCheck(secrets.planted) },
    );

  it('a plain answer is right', () => {
    expect(judged({ text: '[]' })).toEqual([]);
  });

  it.each<[string, Parameters<typeof judged>, RegExp]>([
    ['a hidden text in the body', [{ text: `["${draft.toUpperCase()}"]` }], /shows a draft/],
    ['a hidden text in a header', [{ text: '[]', headers: { link: `<http://x/${draft}>` } }], /shows a draft/],
    ['a total that betrays a hidden text', [{ text: '[]', headers: { 'x-wp-total': '1' } }, draft], /search tells/],
    [
      'a failure of the server',
      [{ status: 500, text: '{"code":"rest_internal_error","message":"x","data":{"status":500}}' }],
      /answers 500/,
    ],
    ['a failure without JSON', [{ status: 502, text: 'Bad', headers: { 'content-type': 'text/html' } }], /answers 502/],
    ['a member too many', [{ text: '[{"id":1}]' }], /does not match its schema/],
    ['no JSON', [{ text: '[' }], /is not JSON/],
    ['a stack', [{ text: '[]', headers: { 'x-error': 'at run (file.ts:1:2)' } }], /inside of the program/],
  ])('%s', (_name, args, complaint) => {
    expect(judged(...args).join('\n')).toMatch(complaint);
  });

  it('a hidden text is no leak to somebody who may see it', () => {
    expect(createLeakCheck(secrets.planted).leaks('editor', draft, '')).toEqual([]);
  });

  const attacks = [
    '<script>zqrun()</script>',
    '<img src=x onerror=zqrun()>',
    '<a href="java\tscript:zqrun()">x</a>',
    '<svg onload=zqrun()></svg>',
    '<iframe srcdoc="<script>parent.zqrun()</script>"></iframe>',
  ];

  it('the parser lets the code of a contact form pass, and nothing like it', () => {
    const form =
      '<div data-cform-embed="1"><noscript><a href="/embed/forms/1">Open</a></noscript></div><script src="/embed/forms.js" defer></script>';
    expect(executableIn(form, 'http://site.test')).toBeUndefined();
    expect(executableIn(form.replace('/embed/forms.js', '//evil.test/x.js'), 'http://site.test')).toBe('<script>');
    expect(executableIn(form.replace('Open', '</noscript><script>zqrun()</script>'), 'http://site.test')).toBeDefined();
  });

  it.each(attacks)('the parser sees %j', (html) => {
    expect(executableIn(html, 'http://site.test')).toBeDefined();
  });

  it('the parser lets formulas and bare objects pass where they are kept, and nothing that hides in them', () => {
    const kept = ['<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>', '<object></object>'];
    const seen = (html: string, keepsFormulas: boolean) => executableIn(html, 'http://site.test', keepsFormulas);
    for (const html of kept) expect([seen(html, true), seen(html, false) !== undefined]).toEqual([undefined, true]);
    for (const html of [
      ...attacks,
      '<math href="javascript:zqrun()"><mi>a</mi></math>',
      '<math><annotation-xml encoding="text/html"><b>x</b></annotation-xml></math>',
      '<math><mtext><img src=x onerror=zqrun()></mtext></math>',
      '<object data="x.html"></object>',
    ])
      expect([html, seen(html, true) !== undefined]).toEqual([html, true]);
  });

  it('the browser sees scripts that run, and only those', async (context) => {
    if (!browser) return context.skip('There is no Chromium on this machine.');
    const harmless = ['<p title="zqrun()">plain</p>', '<a href="http://example.org/">x</a>'];
    const ran = await browser.running([...harmless, ...attacks.slice(0, 4)]);
    expect(ran).toEqual(attacks.slice(0, 4));
  });
});
