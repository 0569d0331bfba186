import Link from 'next/link';
import { notFound } from 'next/navigation';
import type { Entry, Place } from 'platen/content';
import { content, shownDate } from '../lib/content';
import { Html } from './html';
import { Picture } from './picture';

type ListPlace = Extract<Place, { readonly kind: 'list' }>;

/** A page of a list: the latest posts, those of a category, an author or a month. */
export async function EntryList({ place }: { readonly place: ListPlace }) {
  const { title, description, base, query, page, path } = place;
  const [list, site] = await Promise.all([content.entries(base, { ...query, page }), content.site()]);
  if (list.entries.length === 0 && page > 1) notFound();
  const isFront = path === '/' && page === 1;
  return (
    <>
      <header className={isFront ? 'lead front' : 'lead'}>
        <h1>{title || (isFront ? site.title : 'Posts')}</h1>
        {(description || isFront) && <p>{description || site.tagline}</p>}
      </header>
      {list.entries.length === 0 && <p className="note">Nothing has been published here yet.</p>}
      <div className={isFront ? 'cards front' : 'cards'}>
        {list.entries.map((entry, i) => (
          <Card key={entry.id} entry={entry} language={site.language} isFirst={i === 0} />
        ))}
      </div>
      <Pages path={path} page={list.page} pages={list.pages} />
    </>
  );
}

interface CardProps {
  readonly entry: Entry;
  readonly language: string;
  readonly isFirst: boolean;
}

function Card({ entry, language, isFirst }: CardProps) {
  return (
    <article className="card">
      {entry.picture && (
        <Link className="picture" href={entry.path} prefetch={false} tabIndex={-1} aria-hidden="true">
          <Picture picture={entry.picture} sizes="(min-width: 48rem) 34rem, 100vw" isFirst={isFirst} />
        </Link>
      )}
      <p className="facts">
        {entry.categories.slice(0, 1).map((category) => (
          <Link key={category.id} href={category.path} prefetch={false}>
            {category.name}
          </Link>
        ))}
        {entry.date !== '' && <time dateTime={entry.date}>{shownDate(entry.date, language)}</time>}
      </p>
      <h2>
        <Link href={entry.path}>
          <Html as="span" html={entry.title} />
        </Link>
      </h2>
      <Html as="div" className="excerpt" html={entry.excerpt} />
    </article>
  );
}

function Pages({ path, page, pages }: { readonly path: string; readonly page: number; readonly pages: number }) {
  if (pages < 2) return null;
  const address = (number: number): string => (number === 1 ? path : `${path}page/${number}/`);
  return (
    <nav className="pages" aria-label="Pages">
      {page > 1 ? (
        <Link rel="prev" href={address(page - 1)}>
          ← Newer
        </Link>
      ) : (
        <span />
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <Link rel="next" href={address(page + 1)}>
          Older →
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
