/** The best format of pictures that an `Accept` header names; null where it names none of those that are new. */
export function acceptedPicture(accept: string): 'avif' | 'webp' | null {
  if (takes(accept, 'image/avif')) return 'avif';
  return takes(accept, 'image/webp') ? 'webp' : null;
}

/** Whether the header names the type and does not exclude it; a wildcard does not mean that it can be displayed. */
function takes(accept: string, type: string): boolean {
  return accept.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
