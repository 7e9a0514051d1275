import { ImageResponse } from "next/og";
import { createElement } from "react";
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

test("a picture is drawn with these fonts alone: letters of either subset are asked of no service", async () => {
  const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("offline"));
  const fonts = await cardFonts();
  for (const text of ["Łódź ₹1,499", "₩5 · ₱5 · €5", "Größe"]) {
    const style = { display: "flex", fontFamily: "Inter" };
    await new ImageResponse(createElement("div", { style }, text), { width: 90, height: 40, fonts }).arrayBuffer();
  }
  expect(fetched.mock.calls.map(([address]) => String(address)).filter((address) => /^https?:/.test(address))).toEqual(
    [],
  );
  fetched.mockRestore();
});
