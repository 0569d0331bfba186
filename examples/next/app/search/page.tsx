import Link from 'next/link';
import { Html } from '../../components/html';
import { content } from '../../lib/content';

interface SearchProps {
  readonly searchParams: Promise<{ readonly q?: string | string[] }>;
}

export default async function Search({ searchParams }: SearchProps) {
  const { q = '' } = await searchParams;
  const words = String(q).slice(0, 200);
  const { found, total } = await content.search(words);
  return (
    <>
      <title>{words === '' ? 'Search' : `Search: ${words}`}</title>
      <meta name="robots" content="noindex" />
      <header className="lead">
        <h1>Search</h1>
        <form className="form line" action="/search/">
          <label>
            <span className="hidden">Words</span>
            <input name="q" type="search" defaultValue={words} required />
          </label>
          <button type="submit">Search</button>
        </form>
        {words !== '' && <p role="status">{total === 1 ? '1 result' : `${total} results`}</p>}
      </header>
      <div className="cards list">
        {found.map(({ path, title, snippet }) => (
          <article className="card" key={path}>
            <h2>
              <Link href={path}>
                <Html as="span" html={title} />
              </Link>
            </h2>
            <Html as="div" className="excerpt" html={snippet} />
          </article>
        ))}
      </div>
    </>
  );
}
