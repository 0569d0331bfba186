import { randomBytes } from 'node:crypto';
import { cp, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';
import { errorCode } from '../lib/error-code.ts';
import { version } from '../lib/program-version.ts';

/** The starters, by name; each is a folder of `examples`, with the files as a project has them. */
const templates = ['next', 'astro', 'typescript'] as const;
type Template = (typeof templates)[number];

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** What a build or a start leaves behind in an example. */
const notCopied =
  /(?:^|[/\\])(?:node_modules|\.next|\.astro|dist|data|package-lock\.json|next-env\.d\.ts|[^/\\]*\.tsbuildinfo)$/;

/** Makes a project with a front end and this server. */
export const newCommand: Command = defineCommand({
  name: 'new',
  summary: 'Make a project in a new folder: a front end with Next, Astro or plain TypeScript, and Platen beside it.',
  database: 'unused',
  operands: ['folder'],
  flags: {
    template: { value: 'NAME', help: `The front end: ${templates.join(', ')}. Without it, the terminal asks.` },
  },
  run: async (context) => {
    const { operands, flags, print } = context;
    const folder = resolve(operands.folder);
    await refuseFilled(folder, operands.folder);
    const template = await chosenTemplate(flags.template, context);
    const files = await copyTemplate(template, folder);
    const port = await completePackage(folder);
    await writeFile(join(folder, '.env'), environment(port), { mode: 0o600 });
    await writeFile(join(folder, '.gitignore'), ignored);
    print(`${operands.folder}: ${files + 2} files of the ${template} starter.\n`);
    print('Next:\n');
    print(`  cd ${quoted(relative(process.cwd(), folder) || '.')}`);
    print('  npm install');
    print('  npm run dev\n');
    print(`Then the site is at http://127.0.0.1:${port}/, and its editor at http://127.0.0.1:8080/admin/.`);
    print('The first start prints the password of the administrator, once.');
  },
});

/** As a shell takes it for one word. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** A project never mixes with other files. */
async function refuseFilled(folder: string, named: string): Promise<void> {
  try {
    if ((await readdir(folder)).length > 0) throw new CommandError(`${named} is not empty. Name a new folder.`);
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') throw new CommandError(`${named} is a file. Name a new folder.`);
    if (errorCode(error) !== 'ENOENT') throw error;
    if (await isLink(folder)) throw new CommandError(`${named} is a link to nothing. Name a new folder.`);
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

async function chosenTemplate(named: string | undefined, { ask, print }: CommandContext): Promise<Template> {
  const found = templates.find((one) => one === named);
  if (found) return found;
  if (named !== undefined)
    throw new CommandError(`There is no template "${named}". There are: ${templates.join(', ')}.`);
  for (const [i, one] of templates.entries())
    print(`  ${i + 1}  ${one.padEnd(12)}${(await packageOf(one)).description}`);
  const answer = (await ask('\nWhich one? A number or a name:'))?.trim().toLowerCase();
  if (answer === undefined) throw new CommandError(`Say which one with --template: ${templates.join(', ')}.`);
  const chosen = templates[Number(answer) - 1] ?? templates.find((one) => one === answer);
  if (!chosen) throw new CommandError(`"${answer}" is none of them. There are: ${templates.join(', ')}.`);
  return chosen;
}

/** As much of a package file as is read. */
interface PackageFile {
  readonly description: string;
  /** `port` is that of the front end. */
  readonly config: { readonly port: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

const readPackage = async (path: string): Promise<PackageFile> =>
  // The package files of the starters are ours.
  JSON.parse(await readFile(path, 'utf8')) as PackageFile;

const packageOf = (template: Template): Promise<PackageFile> => readPackage(join(examples, template, 'package.json'));

/** Copies the files of a starter; how many there are. */
async function copyTemplate(template: Template, folder: string): Promise<number> {
  const from = join(examples, template);
  await mkdir(folder, { recursive: true });
  await cp(from, folder, { recursive: true, filter: (path) => !notCopied.test(relative(from, path)) });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** Gives the project its name and this release of Platen; the port of its front end. */
async function completePackage(folder: string): Promise<string> {
  const path = join(folder, 'package.json');
  const file = await readPackage(path);
  const name =
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '') || 'site';
  const dependencies = { ...file.dependencies, platen: `^${version}` };
  await writeFile(path, `${JSON.stringify({ ...file, name, dependencies }, null, 2)}\n`);
  return file.config.port;
}

const environment = (port: string): string => `# Where Platen answers, and where visitors read.
CONTENT_URL=http://127.0.0.1:8080
SITE_URL=http://127.0.0.1:${port}
# Signs what Platen tells the front end when something changes. Another one for each place where the site runs.
WEBHOOK_SECRET=whsec_${randomBytes(32).toString('base64')}
`;

const ignored = ['node_modules', '.env', 'data', '.next', 'next-env.d.ts', '.astro', 'dist', '*.tsbuildinfo', ''].join(
  '\n',
);
