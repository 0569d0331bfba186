import { describe, expect, it } from 'vitest';
import { readPageDetails } from './page-details.ts';

const read = (html: string) => readPageDetails(html, 'https://far.example/deep/page');

describe('what a page says about itself', () => {
  it('is read from its head', () => {
    const page = `<!doctype html><head><title> A <b>page</b> </title>
      <meta name=description content="Plain words"><meta property="og:image" content="//cdn.example/a.png?x=1&amp;y=2" />
      <link href="/icon.svg" rel="shortcut icon"></head>`;
    expect(read(page)).toEqual({
      title: 'A page',
      description: 'Plain words',
      image: 'https://cdn.example/a.png?x=1&y=2',
      icon: 'https://far.example/icon.svg',
    });
  });

  it('is nothing where the page says nothing', () => {
    const nothing = { title: '', icon: '', description: '', image: '' };
    for (const html of ['', 'text', '<', '<!--', '<title>', '<body><title>Late</title>'])
      expect(read(html)).toEqual(nothing);
  });

  it('is plain text, whatever references it is written with', () => {
    expect(read('<title>Caf&eacute; &#38; B&#x61;r &lt;b&gt;</title>').title).toBe('Café & Bar <b>');
  });

  it('is not read from scripts and comments', () => {
    expect(read('<script>"<title>No</title>"</script><!-- <title>No</title> --><title>Yes</title>').title).toBe('Yes');
  });

  it('has no addresses that run code, and no endless texts', () => {
    expect(read('<link rel=icon href="javascript:alert(1)">').icon).toBe('');
    expect(read('<meta property=og:image content="data:image/png;base64,AA">').image).toBe('');
    expect(read(`<title>${'long '.repeat(400)}</title>`).title.length).toBeLessThanOrEqual(500);
  });
});
