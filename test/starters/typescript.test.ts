import { it } from 'vitest';
import { typescript } from './commands.ts';
import { ran } from './new-project.ts';
import { describeCache, describePages } from './pages-suite.ts';

const tested = describePages({ ...typescript, mostRequests: 4, mostScriptBytes: 0 });
describeCache('typescript', tested);

it('its code compiles, strictly', async () => {
  await ran('npm', ['run', '--silent', 'check'], tested.site().project);
});
