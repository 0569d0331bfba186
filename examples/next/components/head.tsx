import { plainText } from 'platen/content';
import { content, siteUrl } from '../lib/content';

interface HeadProps {
  readonly path: string;
  /** HTML; empty for the front page. */
  readonly title: string;
  readonly description?: string;
}

/** The names that React has for attributes. */
const names: Readonly<Record<string, string>> = { hreflang: 'hrefLang', 'http-equiv': 'httpEquiv' };

/** What search engines and cards read: as the server says it, or else title, description and address. */
export async function Head({ path, title, description = '' }: HeadProps) {
  const elements = await content.head(path);
  if (!elements) {
    const site = await content.site();
    const plain = plainText(title);
    return (
      <>
        <title>{plain === '' ? site.title : `${plain} – ${site.title}`}</title>
        <meta name="description" content={plainText(description) || site.tagline} />
        <link rel="canonical" href={new URL(path, siteUrl).href} />
      </>
    );
  }
  return elements.map(({ tag: Tag, attributes, text }, i) => {
    const own = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [names[name] ?? name, value]));
    const key = `${Tag} ${i}`;
    if (Tag === 'title') return <title key={key}>{text}</title>;
    if (Tag === 'meta') return <meta key={key} {...own} />;
    if (Tag === 'link') return own['rel'] === 'alternate' ? null : <link key={key} {...own} />;
    const json = (text ?? '').replaceAll('<', '\\u003c');
    return <script key={key} {...own} dangerouslySetInnerHTML={{ __html: json }} />;
  });
}
