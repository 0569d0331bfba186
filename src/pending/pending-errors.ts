import { defineErrors } from '../lib/errors.ts';

/** The errors of pending changes. */
export const pendingErrors = defineErrors({
  platen_pending_not_found: { status: 404, message: () => 'There is no pending change with this id.' },
  platen_pending_decided: {
    status: 409,
    message: () => 'This change was decided or withdrawn already. Read it again to see what became of it.',
  },
  platen_pending_edited: {
    status: 409,
    message: () => 'The change is another one by now: somebody edited it. Read it again, then decide.',
  },
  platen_pending_conflict: {
    status: 409,
    message: () =>
      'The item was changed since this was proposed. Look at it as it is now, and accept with `over` to make the change all the same.',
  },
  platen_pending_needs_person: {
    status: 403,
    message: () =>
      'A credential with scopes decides nothing, and changes only what it proposed itself. Log in with a browser.',
  },
  platen_pending_full: {
    status: 429,
    message: (at: { most: number }) =>
      `There are ${at.most} open changes of this account or credential. Wait until some are decided, or withdraw some.`,
  },
  platen_pending_too_large: {
    status: 413,
    message: (at: { bytes: number }) => `A pending change has at most ${at.bytes} bytes. Propose less at once.`,
  },
  platen_pending_not_possible: {
    status: 400,
    message: () =>
      'This cannot be kept as a pending change. Content of every type, terms, comments, menus and the texts of files can.',
  },
  platen_pending_nothing: {
    status: 400,
    message: () => 'Nothing that is stored would differ. Send what is to be changed.',
  },
  platen_pending_exists: {
    status: 409,
    message: () =>
      'You have changes of this item that are not published yet. Read them, and add to them, publish them or discard them.',
  },
  platen_pending_in_release: {
    status: 409,
    message: () => 'The change belongs to a release and is published with it. Take it out of the release first.',
  },
  platen_pending_past: {
    status: 400,
    message: () => 'The time to publish at has to be in the future.',
  },
  platen_pending_no_account: {
    status: 409,
    message: () => 'The account that was to publish it is gone. Publish it, or set the time again.',
  },
  platen_pending_unplanned: {
    status: 409,
    message: () => 'It is not to be published at a time. Read it again.',
  },
  platen_pending_no_preview: { status: 400, message: () => 'Only changes of an item that exists have a preview.' },
  platen_release_not_found: { status: 404, message: () => 'There is no release with this id.' },
  platen_release_published: {
    status: 409,
    message: () => 'The release was published already. What it changed is in the list of its changes.',
  },
  platen_release_forbidden: {
    status: 'denied',
    message: () => 'You may not decide about all changes of this release.',
  },
  platen_release_has_item: {
    status: 409,
    message: () => 'The release has a change of this item already. Take that one out first, or put both into one.',
  },
  platen_release_full: {
    status: 409,
    message: (at: { most: number }) => `A release has at most ${at.most} changes. Make another one.`,
  },
  platen_release_empty: { status: 409, message: () => 'The release has no change that could be published.' },
  platen_release_edited: {
    status: 409,
    message: () => 'The release is another one by now: somebody edited it. Read it again, then publish.',
  },
  platen_release_conflict: {
    status: 409,
    message: (at: { titles: readonly string[] }) =>
      `Changed since by somebody: ${at.titles.join(', ')}. Nothing was published. Look at these items, and name their changes in \`over\` to publish all the same.`,
  },
  platen_release_refused: {
    status: 409,
    message: (at: { title: string; why: string }) =>
      `"${at.title}" cannot be published: ${at.why} Nothing was published. Correct it, or take it out of the release.`,
  },
});
