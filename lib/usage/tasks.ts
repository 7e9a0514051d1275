import { type ExactEstimate, estimate, type RatedModel } from "./estimate";
import { isDirect, newerFirst, type Survey } from "./flagships";
import { type Offer, workloadOn } from "./market";
import type { Workload } from "./workload";

/** Typical tasks for a model, with tokens of input and output: assumptions, not measured usage. */
export const TASKS = [
  { id: "chat", name: "A chat message", in: 1_000, out: 300, spoken: false },
  { id: "page", name: "A page summarised", in: 800, out: 150, spoken: false },
  { id: "review", name: "A code change reviewed", in: 8_000, out: 1_000, spoken: false },
  { id: "voice", name: "An hour of voice", in: 18_000, out: 36_000, spoken: true },
] as const;

export type Task = (typeof TASKS)[number];
export type TaskId = Task["id"];
export type TaskTokens = Record<TaskId, { in: number; out: number }>;

export const USUAL_TOKENS = Object.fromEntries(
  TASKS.map(({ id, in: input, out }) => [id, { in: input, out }]),
) as TaskTokens;

/** Returns the workload of a task. Heard and spoken tokens are billed as audio. */
export function taskWorkload({ id, spoken }: Task, tokens: TaskTokens): Workload {
  const { in: input, out } = tokens[id];
  const used: [string, number][] = spoken
    ? [
        ["audioInputTokens", input],
        ["audioOutputTokens", out],
      ]
    : [
        ["inputTokens", input],
        ["outputTokens", out],
      ];
  return {
    quantities: new Map(used.filter(([, quantity]) => quantity > 0)),
    mode: "standard",
    promptTokensPerRequest: spoken || input === 0 ? null : input,
    when: null,
  };
}

/** Returns the cost of one task; its total is null if the model has no price for a part of it. */
export function taskEstimate(model: RatedModel, task: Task, tokens: TaskTokens): ExactEstimate {
  return estimate(model, workloadOn(model, taskWorkload(task, tokens)));
}

const MAX_SPEAKERS = 6;
/** Matches names of models sold for talking. */
const TALKS = /(?:^|-)(?:realtime|live|omni|voice|audio)(?!.*translate)/;

/** Returns the models that their makers sell for talking: the newest of each line, the cheapest for the task first. */
export function speakersOf(survey: Survey, { tasks }: { tasks: TaskTokens }): Offer[] {
  const [task] = TASKS.filter(({ spoken }) => spoken);
  if (!task) return [];
  const direct = survey.standing.filter((placed) => isDirect(placed) && TALKS.test(placed.key));
  const priced = direct.flatMap((placed) => {
    const { exact } = taskEstimate(placed.model, task, tasks);
    return exact === null ? [] : [{ placed, exact }];
  });
  const newest = new Map<string, (typeof priced)[number]>();
  for (const entry of priced) {
    const line = `${entry.placed.family?.id} ${entry.placed.line}`;
    const held = newest.get(line);
    if (!held || newerFirst(entry.placed, held.placed) < 0) newest.set(line, entry);
  }
  return [...newest.values()]
    .sort((a, b) => a.exact.comparedTo(b.exact))
    .slice(0, MAX_SPEAKERS)
    .map(({ placed: { card, model } }) => ({ card, model }));
}
