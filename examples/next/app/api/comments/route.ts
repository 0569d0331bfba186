import { PlatenError } from 'platen/client';
import { ownPath } from 'platen/content';
import { content } from '../../../lib/content';

const mostBytes = 100_000;

/** Takes the comment of a visitor to Platen, with the address that it came from. */
export async function POST(request: Request): Promise<Response> {
  // Browsers say how long a form is.
  const bytes = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!(bytes <= mostBytes)) return new Response('A comment is shorter.', { status: 413 });
  const form = await request.formData().catch(() => null);
  if (!form) return new Response('Send the fields of the form.', { status: 400 });
  const field = (name: string): string => String(form.get(name) ?? '').trim();
  const fields = {
    post: Number(field('post')),
    author_name: field('name'),
    author_email: field('email'),
    content: field('text'),
  };
  // The last address is the one that the nearest proxy saw; those before it are what the visitor says.
  const address = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  const isPage = !request.headers.get('accept')?.includes('json');
  try {
    const { isWaiting } = await content.addComment(fields, address);
    if (isPage) return new Response(null, { status: 303, headers: { location: `${ownPath(field('path'))}#comments` } });
    const message = isWaiting ? 'Thank you. It is shown when somebody has read it.' : 'Thank you.';
    return Response.json({ ok: true, message });
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
    const { status, message } = error;
    const known = status >= 400 && status < 500 ? status : 502;
    return isPage ? new Response(message, { status: known }) : Response.json({ ok: false, message }, { status: known });
  }
}
