import { defineErrors } from '../../extension.ts';

/** Errors of the oEmbed routes; the same error for every URL that is not public, whatever the reason. */
export const oembedErrors = defineErrors({
  oembed_invalid_url: { status: 404, message: () => 'Nothing can be embedded from this address.' },
});
