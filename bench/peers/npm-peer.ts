import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runChild } from '../lib/child.ts';
import { peerFolder } from './peer-folder.ts';

/** A peer that is installed from npm: a small project with the peer as its dependency. */
export interface NpmProject {
  /** The package of the peer itself. */
  readonly package: string;
  /** The oldest major version that the benchmark knows how to ask. */
  readonly oldestMajor: number;
  /** What its `package.json` says besides. */
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  /** The other files of the project, by their paths. */
  readonly files: Readonly<Record<string, string>>;
  /** A program that runs once after the installation, with its arguments. */
  readonly build?: readonly string[];
}

/** A registry does not always have every version that another release asks for. */
const mostReleases = 12;

/** Installs the newest release that can be installed, and tells which one that is. */
export async function installNpmPeer(name: string, project: NpmProject): Promise<void> {
  const folder = peerFolder(name);
  const failures: string[] = [];
  for (const version of await releases(project)) {
    try {
      await installRelease(folder, project, version);
      console.log(`${project.package} ${version} is installed in ${folder}`);
      return;
    } catch (error) {
      const reason = reasonOf(error);
      console.log(`${project.package} ${version} cannot be installed: ${reason}`);
      failures.push(`${version}: ${reason}`);
    }
  }
  await rm(folder, { recursive: true, force: true });
  throw new Error(`npm could not install ${project.package} (${failures.join('; ')})`);
}

/** The version of an installed peer; null where it is not installed. */
export function installedVersion(name: string, { package: packageName }: NpmProject): string | null {
  try {
    const manifest = readFileSync(join(peerFolder(name), 'node_modules', packageName, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  } catch {
    return null;
  }
}

async function installRelease(folder: string, project: NpmProject, version: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const { dependencies, ...manifest } = project.manifest;
  const all = { ...dependencies, [project.package]: version };
  const files = {
    ...project.files,
    'package.json': JSON.stringify({ name: 'peer', private: true, ...manifest, dependencies: all }, null, 2),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  // No install scripts run and nothing is fetched from elsewhere: packages are used as published.
  await runChild('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
  if (project.build) await runChild(process.execPath, project.build, { cwd: folder, env: { NODE_ENV: 'production' } });
}

/** The newest stable releases, the newest first. */
async function releases({ package: name, oldestMajor }: NpmProject): Promise<string[]> {
  const printed = await runChild('npm', ['view', name, 'versions', '--json']).catch((error) => {
    throw new Error(`npm view ${name}: ${reasonOf(error)}`);
  });
  const all = [JSON.parse(printed.slice(printed.indexOf('['))) as string | string[]].flat();
  const stable = all.filter((version) => /^\d+\.\d+\.\d+$/.test(version) && majorOf(version) >= oldestMajor);
  const newestFirst = stable.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  if (newestFirst.length === 0) throw new Error(`npm has no release of ${name} from ${oldestMajor} on`);
  return newestFirst.slice(0, mostReleases);
}

function majorOf(version: string): number {
  return Number(version.split('.')[0]);
}

/** The line of a program's output that tells why it failed. */
function reasonOf(error: unknown): string {
  const [first = '', ...lines] = error instanceof Error ? error.message.split('\n') : [String(error)];
  const told = lines.find((line) => /^npm error (?!code|A complete log)\S/.test(line));
  const reason = told ?? lines.find((line) => /error|cannot|could not/i.test(line)) ?? first;
  return reason.replace(/^npm error /, '').trim();
}
