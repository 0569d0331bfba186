import { describe, expect, it } from 'vitest';
import { type NewAddress, rewritePage } from './rewrite-page.ts';

const page = (body: string): string =>
  `<!doctype html>\n<html><head><title>A</title></head><body>${body}</body></html>`;
const search = '<form role="search" action="/"><input name="s"><button>Find</button></form>';
const comments =
  '<form id="commentform" method="post" action="/wp-comments-post.php"><input name="author"><a href="/x/">x</a><button>Post it</button></form>';

const addressOf = async (href: string): Promise<NewAddress> => {
  if (href.startsWith('/wp-json')) return 'none';
  return href.startsWith('/old/') ? { href: href.replace('/old/', '/new/"&') } : 'same';
};
const without = { addressOf, formTarget: () => null };
const withServer = { addressOf, formTarget: () => 'https://cms.example.org/a/' };

describe('a page of a site without a server', () => {
  it('keeps every byte of what needs none', async () => {
    const text = page(
      '<P CLASS=x>1 < 2 &amp; <a href=/kept/>a</a><img src="/a.png" srcset="/a.png 1x, /b.png 2x"><br/>',
    );
    expect(await rewritePage(text, without)).toEqual({ html: text, dynamic: [] });
  });

  it('has no forms, no links to the interface, and new addresses escaped', async () => {
    const text = page(
      `${search}${comments}<link rel="alternate" href="/wp-json/a"><a class="b" href="/wp-json/a">Data</a><a href="/old/1">1</a>`,
    );
    const { html, dynamic } = await rewritePage(text, without);
    expect(html).toBe(page('<a class="b" >Data</a><a href="/new/&quot;&amp;1">1</a>'));
    expect(dynamic).toEqual(['search', 'comment form', 'link']);
  });

  it('has new addresses in styles, and keeps those that stay', async () => {
    const { html } = await rewritePage(
      page(
        `<style>a{background:url(/old/a.png)}</style><p style="color:red;background:url('/old/b.png')"><i style="background:url(/c.png)">`,
      ),
      without,
    );
    expect(html).toBe(
      page(
        '<style>a{background:url("/new/%22&a.png")}</style><p style="color:red;background:url(&quot;/new/%22&amp;b.png&quot;)"><i style="background:url(/c.png)">',
      ),
    );
  });

  it('has no form between the rows of a table', async () => {
    const text = page(`<table><form action="/x"><tr><td><input name="a"></td></tr></form><tr><td>1</td></tr></table>`);
    expect(await rewritePage(text, without)).toEqual({
      html: page('<table><tr><td>1</td></tr></table>'),
      dynamic: ['form'],
    });
  });

  it('has no heading over a form that is left out', async () => {
    const { html } = await rewritePage(
      page(`<div id="respond"><h2><a href="/old/">Reply</a></h2>${comments}</div>!`),
      without,
    );
    expect(html).toBe(page('!'));
  });

  it('leaves out sizes of pictures one by one', async () => {
    const { html } = await rewritePage(page('<img srcset="/old/a 1x,/wp-json/b 2x, /c,d 3x">'), without);
    expect(html).toContain('<img srcset="/new/&quot;&amp;a 1x, /c,d 3x">');
  });
});

describe('a page of a site with a server', () => {
  it('searches there, and links to the page with the form', async () => {
    const { html } = await rewritePage(page(search + comments), withServer);
    expect(html).toContain('<form role="search" action="https://cms.example.org/a/"><input name="s">');
    expect(html).toContain('<p><a href="https://cms.example.org/a/#commentform" rel="nofollow">Post it</a></p>');
    expect(html).not.toContain('name="author"');
  });

  it('tells forms apart', async () => {
    const password =
      '<form method="post" action="/wp-login.php?action=postpass"><input type="submit" value="Enter"></form>';
    const { dynamic, html } = await rewritePage(page(`${password}<form aria-label="Contact"></form>`), withServer);
    expect(dynamic).toEqual(['password form', 'form']);
    expect(html).toContain('>Enter</a>');
    expect(html).toContain('>Contact</a>');
  });
});
