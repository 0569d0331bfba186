import Link from 'next/link';
import type { MenuItem } from 'platen/content';
import type { ReactNode } from 'react';
import { content } from '../lib/content';
import './style.css';

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const site = await content.site();
  return (
    <html lang={site.language} dir={site.direction}>
      <head>
        <link rel="icon" href={site.icon || 'data:,'} />
        <link rel="alternate" type="application/rss+xml" title={site.title} href="/feed/" />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the text
        </a>
        <header className="top">
          <Link className="name" href="/" prefetch={false}>
            {site.logo ? (
              // biome-ignore lint/performance/noImgElement: Platen has made the sizes already
              <img src={site.logo.src} alt={site.title} width={site.logo.width} height={site.logo.height} />
            ) : (
              site.title
            )}
          </Link>
          <nav aria-label="Main">
            <Menu items={site.menu} />
          </nav>
          <search className="search">
            <form action="/search/">
              <label className="hidden" htmlFor="words">
                Search
              </label>
              <input id="words" name="q" type="search" placeholder="Search" />
            </form>
          </search>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer className="bottom">
          <p>{site.tagline === '' ? site.title : `${site.title} – ${site.tagline}`}</p>
          <nav aria-label="Footer">
            <Menu items={site.footerMenu} />
            <a href="/feed/">Feed</a>
          </nav>
        </footer>
      </body>
    </html>
  );
}

function Menu({ items }: { readonly items: readonly MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map((item) => (
        <li key={`${item.label} ${item.url}`}>
          <a href={item.url}>{item.label}</a>
          <Menu items={item.children} />
        </li>
      ))}
    </ul>
  );
}
