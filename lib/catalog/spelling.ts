/**
 * Returns the number of typing steps from one text to the other: a letter inserted, omitted, replaced, or two
 * neighbours swapped.
 */
export function typingSteps(a: string, b: string): number {
  const left = lettersOf(a);
  const right = lettersOf(b);
  const width = right.length + 1;
  if (rows.length < 3 * width) rows = new Uint32Array(6 * width);
  for (let j = 0; j < width; j += 1) rows[j] = j;
  for (let i = 1; i <= left.length; i += 1) {
    const row = (i % 3) * width;
    const before = ((i + 2) % 3) * width;
    const twoBefore = ((i + 1) % 3) * width;
    const letter = left[i - 1];
    rows[row] = i;
    for (let j = 1; j < width; j += 1) {
      const mistaken = (rows[before + j - 1] as number) + (letter === right[j - 1] ? 0 : 1);
      let steps = Math.min((rows[before + j] as number) + 1, (rows[row + j - 1] as number) + 1, mistaken);
      if (i > 1 && j > 1 && letter === right[j - 2] && left[i - 2] === right[j - 1]) {
        steps = Math.min(steps, (rows[twoBefore + j - 2] as number) + 1);
      }
      rows[row + j] = steps;
    }
  }
  return rows[(left.length % 3) * width + right.length] as number;
}

/** Three rows of the table of steps, reused in turn. */
let rows = new Uint32Array(3 * 64);

/** Returns the letters as numbers, including those that take two places in a text. */
function lettersOf(text: string): number[] {
  const letters: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.codePointAt(at) as number;
    letters.push(letter);
    if (letter > 0xffff) at += 1;
  }
  return letters;
}

/** Returns the similarity of two spellings. 1: equal except for hyphens; 0: nothing in common. */
export function spelledAlike(a: string, b: string): number {
  const left = a.includes("-") ? a.replaceAll("-", "") : a;
  const right = b.includes("-") ? b.replaceAll("-", "") : b;
  const longest = Math.max(left.length, right.length);
  return longest === 0 ? 1 : 1 - typingSteps(left, right) / longest;
}

/** Minimum similarity at which a name is found or suggested: "zzyzx cloud" is not "nx cloud". */
export const LOOK_ALIKE = 0.65;

/** Returns the letters of a text as bits. One typing step changes at most two. */
export function lettersIn(text: string): number {
  let letters = 0;
  for (const letter of text) letters |= 1 << ((letter.codePointAt(0) as number) & 31);
  return letters;
}

export function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}
