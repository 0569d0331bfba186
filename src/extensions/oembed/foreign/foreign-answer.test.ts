import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { readForeignAnswer } from './foreign-answer.ts';
import { safeEmbedHtml } from './foreign-html.ts';
import { hostileMarkup } from './hostile-markup.test-support.ts';
import { attributesOf, elements, textContent } from './read-tree.test-support.ts';

describe('foreign answers', () => {
  const read = (value: object) => readForeignAnswer(JSON.stringify(value), 'json');

  it('keep the standard’s members and nothing else', () => {
    expect(
      read({
        type: 'link',
        version: '9',
        title: 'A <b>title</b><script>x</script>',
        author_url: 'javascript:alert(1)',
        provider_url: 'https://p.example',
        width: '640',
        height: -3,
        secret: 'x',
      }),
    ).toEqual({ version: '1.0', type: 'link', title: 'A titlex', provider_url: 'https://p.example', width: 640 });
  });

  it.each([
    ['script', '<script>alert(1)</script>'],
    ['handlers', '<img src=x onerror=alert(1)>'],
    ['srcdoc', '<iframe srcdoc="<script>1</script>"></iframe>'],
    ['an insecure frame', '<iframe src="http://x.example/"></iframe>'],
    ['a script address', '<iframe src="javascript:alert(1)"></iframe>'],
    ['data', '<iframe src="data:text/html,x"></iframe>'],
    ['a nested frame', '<object data="https://x.example"></object>'],
    ['nothing', ''],
  ])('with %s alone are no embed', (_, html) => expect(read({ type: 'rich', html })).toBeNull());

  it('only a sandboxed frame and a quotation survive', () => {
    const html = safeEmbedHtml(
      '<blockquote onclick="x" class="y"><p>Hello <b onload=x>there</b></p><a href="https://p.example/1" onclick="y">link</a><script>z</script></blockquote><iframe src="https://p.example/e?a=1&b=2" srcdoc="<script>" onload="x" sandbox="allow-same-origin allow-top-navigation" width="500" height="300" allow="camera"><iframe src="https://q.example"></iframe></iframe><script src="https://evil.example"></script>',
      {},
    );
    const fragment = parseFragment(html ?? '');
    const names = [
      ...new Set(
        ['blockquote', 'a', 'iframe', 'script', 'b', 'p'].filter((name) => elements(fragment, name).length > 0),
      ),
    ];
    expect(names).toEqual(['blockquote', 'a', 'iframe']);
    const [frame] = elements(fragment, 'iframe');
    expect(Object.fromEntries(frame!.attrs.map(({ name, value }) => [name, value]))).toEqual({
      sandbox: 'allow-scripts allow-popups',
      src: 'https://p.example/e?a=1&b=2',
      width: '500',
      height: '300',
      title: '',
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
      frameborder: '0',
    });
    expect(html).not.toMatch(/on(?:click|load)/);
  });

  it('a video address cannot break out of its attribute', () => {
    const html = safeEmbedHtml(`<iframe src='https://p.example/"><svg onload=alert(1)>'></iframe>`, {});
    expect(html).toBeNull();
  });

  it('text and addresses that look like references stay what they were', () => {
    const html = safeEmbedHtml(
      '<blockquote>&amp;lt;b&amp;gt; &amp;amp;#38;</blockquote><iframe src="https://p.example/?a=1&amp;amp;copy;=2"></iframe>',
      { title: '&lt;' },
    );
    const fragment = parseFragment(html ?? '');
    expect(elements(fragment, 'blockquote').map(textContent)).toEqual(['&lt;b&gt; &amp;#38;']);
    const [frame] = elements(fragment, 'iframe').map(attributesOf);
    expect([frame?.get('src'), frame?.get('title')]).toEqual(['https://p.example/?a=1&amp;copy;=2', '&lt;']);
  });

  it('a photo needs an address', () => {
    expect(read({ type: 'photo', url: 'https://p.example/a.jpg', width: 3, height: 2 })).toMatchObject({
      url: 'https://p.example/a.jpg',
    });
    expect(read({ type: 'photo', url: 'javascript:x' })).toBeNull();
  });

  it.each([
    ['elements', '<p>A <b>quote</b><br>of two lines</p>', 'A quoteof two lines'],
    ['a quotation inside', 'a<blockquote>b</blockquote>c', 'abc'],
    ['a comment', 'a<!-- </blockquote> -->b', 'ab'],
    ['text of a script', 'a<script>"</blockquote>"</script>b', 'a"</blockquote>"b'],
  ])('a quotation ends where it ends: %s', (_, inside, text) => {
    const html = safeEmbedHtml(`x<blockquote>${inside}</blockquote>y<blockquote>z</blockquote>`, {});
    expect(elements(parseFragment(html ?? ''), 'blockquote').map(textContent)).toEqual([text]);
  });

  it.each([
    ['a nested list', '[', ']'],
    ['a nested record', '{"a":', '}'],
  ])('%s in place of a text is no answer', (_, open, close) => {
    const deep = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
    expect(readForeignAnswer(`{"type":${deep}}`, 'json')).toBeNull();
    expect(readForeignAnswer(`{"type":"rich","html":${deep}}`, 'json')).toBeNull();
    expect(readForeignAnswer('{"type":{"toString":1}}', 'json')).toBeNull();
  });

  it.each(hostileMarkup)('%s takes little processor time', (_, hostile) => {
    const markup = hostile(150_000);
    const started = process.cpuUsage();
    readForeignAnswer(JSON.stringify({ type: 'rich', title: markup, author_name: markup, html: markup }), 'json');
    readForeignAnswer(JSON.stringify({ type: 'rich', html: `<blockquote>${markup}` }), 'json');
    readForeignAnswer(`<oembed><type>link</type>${markup}`, 'xml');
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_500);
  });

  it.each(['', 'null', '[]', '{"type":"other"}', '{', '"x"', '{"type":"rich"}'])('%j is no answer', (body) =>
    expect(readForeignAnswer(body, 'json')).toBeNull(),
  );

  it('XML is read without expanding anything', () => {
    const xml =
      '<?xml version="1.0"?><!DOCTYPE oembed [<!ENTITY x SYSTEM "file:///etc/passwd">]><oembed><type>rich</type><title>A &amp; B</title><html>&lt;iframe src="https://p.example/e"&gt;&lt;/iframe&gt;</html><width>10</width></oembed>';
    expect(readForeignAnswer(xml, 'xml')).toMatchObject({
      type: 'rich',
      title: 'A & B',
      width: 10,
      html: expect.stringContaining('https://p.example/e'),
    });
    expect(readForeignAnswer('<p>no</p>', 'xml')).toBeNull();
  });

  it('XML members may be empty, and what is outside the answer is not in it', () => {
    const xml = '<title>x</title><oembed><type>link</type><author_url/><title>T</title></oembed><width>3</width>';
    expect(readForeignAnswer(xml, 'xml')).toEqual({ version: '1.0', type: 'link', title: 'T' });
  });
});
