// The pure steps of a release.

/** The version after `current` by a step, or the version that is named. */
export function nextVersion(current, step) {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(current)?.slice(1).map(Number);
  if (!numbers) throw new Error(`The version ${current} is not of the form X.Y.Z.`);
  const [major, minor, patch] = numbers;
  const steps = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  if (Object.hasOwn(steps, step)) return steps[step];
  const named = /^(\d+)\.(\d+)\.(\d+)$/.exec(step)?.slice(1).map(Number);
  if (!named) throw new Error(`"${step}" is neither patch, minor, major nor a version.`);
  const order = named.map((number, i) => number - numbers[i]).find((difference) => difference !== 0) ?? 0;
  if (order < 0) throw new Error(`Version ${step} is older than ${current}.`);
  return step;
}

/** The changelog with the section "Unreleased" given to a version, and an empty one before it. */
export function releasedChangelog(text, version, date) {
  if (text.includes(`\n## ${version} `)) throw new Error(`The changelog has a section for ${version} already.`);
  const found = /\n## Unreleased\n([\s\S]*?)(?=\n## |$)/.exec(text);
  if (!found || found[1].trim() === '') throw new Error('The changelog has nothing under "Unreleased".');
  const [whole, notes] = found;
  return { notes, text: text.replace(whole, () => `\n## Unreleased\n\n## ${version} (${date})\n${notes}`) };
}
