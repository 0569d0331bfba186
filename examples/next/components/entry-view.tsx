import Link from 'next/link';
import type { Entry } from 'platen/content';
import { content, editorUrl, shownDate } from '../lib/content';
import { Forms } from './forms';
import { Html } from './html';
import { Picture } from './picture';

/** The script of forms is loaded by a component: one in a text does not run when a visitor comes from another page. */
const formScript = /<script src="[^"]*\/embed\/forms\.js" defer><\/script>/g;

/** A post or page in full. */
export async function EntryView({ entry }: { readonly entry: Entry }) {
  const { language } = await content.site();
  const hasForm = entry.content.includes('data-cform-embed');
  const isPost = entry.type === 'post';
  return (
    <article className="entry">
      <header className="lead">
        {isPost && (
          <p className="facts">
            {entry.categories.map((category) => (
              <Link key={category.id} href={category.path} prefetch={false}>
                {category.name}
              </Link>
            ))}
            {entry.date !== '' && <time dateTime={entry.date}>{shownDate(entry.date, language)}</time>}
          </p>
        )}
        <Html as="h1" html={entry.title} field="title" />
        {isPost && entry.author && (
          <p className="author">
            By{' '}
            <Link href={entry.author.path} prefetch={false}>
              {entry.author.name}
            </Link>
          </p>
        )}
      </header>
      {entry.picture && (
        <figure className="wide" data-platen-field="featured_media">
          <Picture picture={entry.picture} sizes="(min-width: 64rem) 60rem, 100vw" isFirst />
        </figure>
      )}
      <Html as="div" className="text" html={entry.content.replace(formScript, '')} field="content" />
      {hasForm && <Forms server={editorUrl} />}
      {entry.tags.length > 0 && (
        <ul className="tags" aria-label="Tags">
          {entry.tags.map((tag) => (
            <li key={tag.id}>
              <Link href={tag.path} prefetch={false}>
                {tag.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
