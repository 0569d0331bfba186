import { serveTasks } from '../lib/worker-pool.ts';
import { convert, type MarkdownTask } from '../mcp/markdown.ts';

serveTasks<MarkdownTask, string>(convert);
