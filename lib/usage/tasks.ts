import { type ExactEstimate, estimate, type RatedModel } from "./estimate";
import { isDirect, newerFirst, type Survey } from "./flagships";
import { type Offer, workloadOn } from "./market";
import type { Workload } from "./workload";

/** What people do with a model, in tokens that go in and come out: assumptions, and no measurement of anybody's use. */
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

/** What is heard and spoken is billed as audio. */
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

/** What one task costs; its total is null where the model has no price for a part of it. */
export function taskEstimate(model: RatedModel, task: Task, tokens: TaskTokens): ExactEstimate {
  return estimate(model, workloadOn(model, taskWorkload(task, tokens)));
}

const MAX_SPEAKERS = 6;
/** In the name of what is sold to talk with. */
const TALKS = /(?:^|-)(?:realtime|live|omni|voice|audio)(?!.*translate)/;

/** Models that are sold to talk with, by their makers, of each line the newest, cheapest for the task first. */
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
