import type { APIRoute } from 'astro';
import { PlatenError } from 'platen/client';
import { ownPath } from 'platen/content';
import { content } from '../../lib/live';

export const prerender = false;

const mostBytes = 100_000;

/** Sends a comment of a visitor to Platen, and the visitor back to the page. */
export const POST: APIRoute = async ({ request, clientAddress, redirect }) => {
  // Browsers say how long a form is.
  const bytes = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!(bytes <= mostBytes)) return new Response('A comment is shorter.', { status: 413 });
  const form = await request.formData().catch(() => null);
  if (!form) return new Response('Send the fields of the form.', { status: 400 });
  const text = (name: string): string => String(form.get(name) ?? '');
  const path = ownPath(text('path'));
  const fields = {
    post: Number(text('post')),
    author_name: text('name'),
    author_email: text('email'),
    content: text('content'),
  };
  try {
    const { isWaiting } = await content.addComment(fields, clientAddress);
    return redirect(`/comment-sent?path=${encodeURIComponent(path)}${isWaiting ? '&waiting' : ''}`, 303);
  } catch (error) {
    if (!(error instanceof PlatenError) || error.status === 0 || error.status >= 500) throw error;
    return redirect(`/comment-sent?path=${encodeURIComponent(path)}&problem=${encodeURIComponent(error.message)}`, 303);
  }
};
