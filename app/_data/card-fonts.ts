import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { processWide } from "@/lib/access/process-wide";

type CardFont = { name: string; data: Buffer; weight: 400 | 600; style: "normal" };

/** Loads Inter in a format for images, once. The pages use a variable WOFF2 file instead. */
export function cardFonts(): Promise<CardFont[]> {
  const kept = processWide<{ fonts?: Promise<CardFont[]> | undefined }>("card-fonts", () => ({}));
  kept.fonts ??= readFonts().catch((error: unknown) => {
    kept.fonts = undefined;
    throw error;
  });
  return kept.fonts;
}

function readFonts(): Promise<CardFont[]> {
  return Promise.all(
    (["latin", "latin-ext"] as const).flatMap((subset) =>
      ([400, 600] as const).map(async (weight): Promise<CardFont> => {
        const file = `inter-${subset}-${weight}-normal.woff`;
        const path = join(/* turbopackIgnore: true */ process.cwd(), "node_modules/@fontsource/inter/files", file);
        // The library takes one font per name. With the same name, it would request the second subset's letters from a
        // font service.
        return {
          name: subset === "latin" ? "Inter" : "Inter Extended",
          data: await readFile(path),
          weight,
          style: "normal",
        };
      }),
    ),
  );
}
