import { option } from '../../extension.ts';

/** The settings of forms. */
export const formOptions = {
  prefix: option.pattern(
    {
      env: 'PLATEN_FORMS_PREFIX',
      fallback: 'cform',
      help: 'Prefix of class names and hidden fields of forms.',
    },
    'a letter, then letters and digits in lower case, at most 20',
    /^[a-z][a-z0-9]{1,19}$/,
  ),
  prefixAlias: option.pattern(
    {
      env: 'PLATEN_FORMS_PREFIX_ALIAS',
      help: 'A second prefix that posted forms may use, for pages written for another one.',
    },
    'a letter, then letters and digits in lower case, at most 20',
    /^$|^[a-z][a-z0-9]{1,19}$/,
  ),
  botCheckUrl: option.address(
    {
      env: 'PLATEN_BOT_CHECK_URL',
      help: 'Bot detection service for forms; gets secret, response and remoteip. Default: none.',
    },
    ['https'],
  ),
  botCheckSecret: option.text({ env: 'PLATEN_BOT_CHECK_SECRET', secret: true, help: 'Our secret for that service.' }),
};
