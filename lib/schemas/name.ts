import * as z from "zod";

/** Rejects control characters. Stated in words, because dialects of patterns differ in their classes. */
export const isPlain = (text: string) => !/\p{Cc}/u.test(text);

/** A client's name for a product, category or tier: it is resolved to a slug, see underSlugs(). */
export const Name = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(120)
  .refine(isPlain, "must not contain control characters");
export type Name = z.infer<typeof Name>;

export const Resolved = z
  .object({
    of: z.enum(["product", "category", "tier", "model"]),
    asked: z.string(),
    taken: z.string().describe("Slug or ID that the name was matched to."),
    because: z.string().describe("How the name was matched, in words."),
  })
  .meta({ id: "Resolved" });
export type Resolved = z.infer<typeof Resolved>;

export const ResolvedNames = z
  .array(Resolved)
  .optional()
  .describe("How each name was matched to a slug or ID. Absent if only exact slugs and IDs were sent.");
