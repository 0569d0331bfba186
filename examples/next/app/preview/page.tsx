import { notFound } from 'next/navigation';
import { entryOfEmbedded, type Item } from 'platen/content';
import { openPreview } from 'platen/preview/server';
import { EntryView } from '../../components/entry-view';
import { PreviewLink } from '../../components/preview-link';
import { contentUrl, editorUrl } from '../../lib/content';

interface PreviewProps {
  readonly searchParams: Promise<{ readonly preview?: string | string[] }>;
}

/**
 * What the editor shows before it is saved. The token in the address opens one item, needs no cookie, and is asked about at
 * every request: nothing of this page is stored.
 */
export default async function Preview({ searchParams }: PreviewProps) {
  const { preview = '' } = await searchParams;
  const opened = await openPreview<Item>({ url: contentUrl, token: String(preview) });
  if (!opened) notFound();
  return (
    <>
      <title>Preview</title>
      <meta name="robots" content="noindex" />
      <EntryView entry={entryOfEmbedded(opened.item)} />
      <PreviewLink editor={editorUrl} />
    </>
  );
}
