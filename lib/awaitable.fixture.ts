/** Returns how many turns of the event loop other work gets during a piece of work. */
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
