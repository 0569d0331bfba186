import { it } from 'vitest';
import { next } from './commands.ts';
import { ran } from './new-project.ts';
import { describeCache, describePages } from './pages-suite.ts';

const tested = describePages({ ...next, mostRequests: 20, mostScriptBytes: 250_000 });
describeCache('next', tested);

it('its code has the types of Next and React, strictly', async () => {
  await ran('npm', ['run', '--silent', 'check'], tested.site().project, { CONTENT_URL: tested.site().contentUrl });
});
