import Link from 'next/link';

export default function NotFound() {
  return (
    <header className="lead">
      <title>Not found</title>
      <h1>There is nothing here</h1>
      <p>
        The address may be old or misspelt. <Link href="/">Go to the front page</Link>, or search for it:
      </p>
      <form className="form line" action="/search/">
        <label>
          <span className="hidden">Words</span>
          <input name="q" type="search" required />
        </label>
        <button type="submit">Search</button>
      </form>
    </header>
  );
}
