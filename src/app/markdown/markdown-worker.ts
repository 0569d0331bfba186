import { convert, type MarkdownTask } from '../../markdown/markdown-work.ts';
import { serveTasks } from '../../workers/serve-tasks.ts';

serveTasks<MarkdownTask, string>(convert);
