import { defineTheme, html } from '../../../src/site/theme/theme.ts';

/** A theme with its styles in the head of every page; the default theme shows what is inside. */
export default defineTheme({
  name: 'plain',
  layout: (page, main) => html`<!doctype html>
<html lang="${page.site.language}">
<head>
${page.head}<style>.by{color:#666}pre{overflow:auto}</style>
</head>
<body>
<main>${main}</main>
</body>
</html>
`,
});
