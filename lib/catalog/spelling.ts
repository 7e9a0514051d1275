/** Steps from one text to the other: a letter put in, left out, mistaken, or two neighbours swapped. */
export function typingSteps(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  let twoBefore: number[] = [];
  let before = right.map((_, j) => j);
  before.push(right.length);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      let steps = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        steps = Math.min(steps, (twoBefore[j - 2] ?? 0) + 1);
      }
      row.push(steps);
    }
    twoBefore = before;
    before = row;
  }
  return before[right.length] ?? 0;
}

/** 1: spelled the same but for hyphens; 0: nothing in common. */
export function spelledAlike(a: string, b: string): number {
  const [left, right] = [a.replaceAll("-", ""), b.replaceAll("-", "")];
  const longest = Math.max(left.length, right.length);
  return longest === 0 ? 1 : 1 - typingSteps(left, right) / longest;
}
