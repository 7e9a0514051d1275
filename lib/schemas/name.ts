import * as z from "zod";

/** Without control characters: told in words, since dialects of patterns read no class of them alike. */
export const isPlain = (text: string) => !/\p{Cc}/u.test(text);

/** What a product, category or tier is called by whoever asks: resolved to its slug, see underSlugs(). */
export const Name = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(120)
  .refine(isPlain, "must not hold control characters");
export type Name = z.infer<typeof Name>;

export const Resolved = z
  .object({
    of: z.enum(["product", "category", "tier", "model"]),
    asked: z.string(),
    taken: z.string().describe("Its slug or id."),
    because: z.string().describe("In words."),
  })
  .meta({ id: "Resolved" });
export type Resolved = z.infer<typeof Resolved>;

export const ResolvedNames = z
  .array(Resolved)
  .optional()
  .describe("What was taken for each name that is not the slug or id itself. Absent where there is none.");
