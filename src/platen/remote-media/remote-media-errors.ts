import { defineErrors } from '../../errors.ts';

/** The errors of files that the server fetches. */
export const remoteMediaErrors = defineErrors({
  // One message for every reason, so that nobody learns from it what is in the network of the server.
  platen_media_not_fetched: {
    status: 400,
    message: () =>
      'The file could not be fetched. Its address must be http or https, on a public host that answers in time.',
  },
  platen_media_not_there: {
    status: 400,
    message: (at: { status: number }) => `The host of the file answered with status ${at.status}.`,
  },
  platen_too_many_downloads: {
    status: 429,
    message: () => 'Too many files are being fetched. Try again in a moment.',
  },
});
