import type { Comment, Entry } from 'platen/content';
import { content, shownDate } from '../lib/content';
import { CommentForm } from './comment-form';
import { Html } from './html';

/** What readers wrote below a post, and the form to answer. */
export async function Comments({ entry }: { readonly entry: Entry }) {
  const [comments, { language }] = await Promise.all([content.comments(entry), content.site()]);
  if (comments.length === 0 && !entry.hasComments) return null;
  return (
    <section className="comments" id="comments" aria-labelledby="comments-title">
      <h2 id="comments-title">{comments.length === 0 ? 'Comments' : `Comments (${comments.length})`}</h2>
      <Thread comments={comments} parent={0} language={language} />
      {entry.hasComments && <CommentForm post={entry.id} path={entry.path} />}
    </section>
  );
}

interface ThreadProps {
  readonly comments: readonly Comment[];
  readonly parent: number;
  readonly language: string;
}

function Thread({ comments, parent, language }: ThreadProps) {
  const known = new Set(comments.map(({ id }) => id));
  // An answer to what is not shown stands by itself.
  const own = comments.filter((one) => (known.has(one.parent) ? one.parent : 0) === parent);
  if (own.length === 0) return null;
  return (
    <ol>
      {own.map((one) => (
        <li key={one.id} id={`comment-${one.id}`}>
          <p className="facts">
            <strong>{one.author}</strong>
            <time dateTime={one.date}>{shownDate(one.date, language)}</time>
          </p>
          <Html as="div" html={one.text} />
          <Thread comments={comments} parent={one.id} language={language} />
        </li>
      ))}
    </ol>
  );
}
