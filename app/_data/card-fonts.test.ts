import { expect, test, vi } from "vitest";
import { cardFonts } from "./card-fonts";

test("fonts that could not be read are asked for again, and once read are kept", async () => {
  const elsewhere = vi.spyOn(process, "cwd").mockReturnValue("/nowhere");
  await expect(cardFonts()).rejects.toThrow("ENOENT");
  elsewhere.mockRestore();
  const fonts = await cardFonts();
  expect(fonts.map(({ weight }) => weight)).toEqual([400, 600, 400, 600]);
  for (const { data } of fonts) expect(data.subarray(0, 4).toString()).toBe("wOFF");
  expect(cardFonts()).toBe(cardFonts());
});
