import { notFound, permanentRedirect, redirect } from 'next/navigation';
import { content } from '../lib/content';
import { Comments } from './comments';
import { EntryList } from './entry-list';
import { EntryView } from './entry-view';
import { Head } from './head';

/** The page at an address of the site: an entry, a list, or the way to where it has moved. */
export async function AtPath({ path }: { readonly path: string }) {
  const place = await content.at(path);
  if (!place) notFound();
  if (place.kind === 'moved') {
    if (place.status === 301 || place.status === 308) permanentRedirect(place.to);
    redirect(place.to);
  }
  if (place.kind === 'list') {
    return (
      <>
        <Head path={path} title={place.title} />
        <EntryList place={place} />
      </>
    );
  }
  const entry = await content.entry(place);
  if (!entry) notFound();
  return (
    <>
      <Head path={path} title={entry.title} description={entry.excerpt} />
      <EntryView entry={entry} />
      {entry.type === 'post' && <Comments entry={entry} />}
    </>
  );
}
