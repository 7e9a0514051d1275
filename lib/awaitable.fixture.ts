/** How many turns of the loop others have while something is done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const take = () => {
    turns += 1;
    next = setImmediate(take);
  };
  let next = setImmediate(take);
  await work();
  clearImmediate(next);
  return turns;
}
