const triedOneByOne = 12;
/**
 * The first free number at or after `start`. The first dozen are tried one by one; after that a doubling step and a
 * bisection find the end of the taken numbers, assuming there are no gaps. So where a thousand rows share a name, the
 * next one costs about twenty queries and not a thousand.
 */
export async function firstFree(start, isFree) {
  let taken = start + triedOneByOne - 1;
  for (let n = start; n <= taken; n++) if (await isFree(n)) return n;
  let stride = triedOneByOne;
  while (!(await isFree(taken + stride))) {
    taken += stride;
    stride *= 2;
  }
  let free = taken + stride;
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isFree(middle)) free = middle;
    else taken = middle;
  }
  return free;
}
