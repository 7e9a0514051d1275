import * as z from "zod";

/**
 * Returns the schema of price histories in llmrates and models.dev: dated points, with a null price after a withdrawal.
 */
export function priceHistory<Terms extends z.ZodRawShape>(terms: Terms) {
  return z.object({
    range: z.tuple([z.iso.date(), z.iso.date()]),
    series: z.array(
      z.object({
        provider: z.string(),
        model: z.string(),
        meter: z.string(),
        points: z.array(z.tuple([z.iso.date(), z.number().nullable(), z.string()])),
        ...terms,
      }),
    ),
  });
}
