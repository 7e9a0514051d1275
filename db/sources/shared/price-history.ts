import * as z from "zod";

/** The form in which llmrates and models.dev keep a meter's prices: dated points, a null price where it was withdrawn. */
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
