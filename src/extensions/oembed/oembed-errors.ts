import { defineErrors } from '../../extension.ts';

/** Refusals of the oEmbed routes; one answer for every address that names nothing public, whatever the reason. */
export const oembedErrors = defineErrors({
  oembed_invalid_url: { status: 404, message: () => 'Nothing can be embedded from this address.' },
});
