'use client';

import { useState } from 'react';

interface Outcome {
  readonly ok: boolean;
  readonly message: string;
}

/** Sends a comment; without scripts the browser does, and comes back to the post. */
export function CommentForm({ post, path }: { readonly post: number; readonly path: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (form: HTMLFormElement): Promise<void> => {
    setSending(true);
    try {
      const body = new FormData(form);
      const answer = await fetch(form.action, { method: 'POST', headers: { accept: 'application/json' }, body });
      const told = (await answer.json()) as Outcome;
      setOutcome(told);
      if (told.ok) form.reset();
    } catch {
      setOutcome({ ok: false, message: 'The comment was not sent. Try again in a moment.' });
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      className="form"
      action="/api/comments/"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <h3>Write a comment</h3>
      <input type="hidden" name="post" value={post} />
      <input type="hidden" name="path" value={path} />
      <div className="pair">
        <label>
          Name
          <input name="name" autoComplete="name" required maxLength={200} />
        </label>
        <label>
          E-mail, which is not shown
          <input name="email" type="email" autoComplete="email" required maxLength={100} />
        </label>
      </div>
      <label>
        Comment
        <textarea name="text" rows={5} required maxLength={10000} />
      </label>
      <button type="submit" disabled={isSending}>
        {isSending ? 'Sending…' : 'Send'}
      </button>
      <p role="status" className={outcome?.ok === false ? 'problem' : 'done'}>
        {outcome?.message}
      </p>
    </form>
  );
}
