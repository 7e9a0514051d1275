import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { VERIFICATION_POLICY } from "@/lib/verification/policy";
import { ListReadings, PageReadings } from "./reading-again";

const printed = (html: string) =>
  [...html.matchAll(/<data value="([\d.]+)" data-constant="([^"]+)"/g)].map(([, value, name]) => [name, Number(value)]);

test("every constant by which pages are read again is printed as the rules have it", () => {
  const constants = Object.entries<number | readonly number[]>(VERIFICATION_POLICY).flatMap(([name, value]) =>
    typeof value === "number" ? [[name, value]] : value.map((one, at) => [`${name}.${at + 1}`, one]),
  );
  const shown = printed(renderToStaticMarkup(<PageReadings />));
  expect(shown.sort()).toEqual(constants.sort());
});

test("shares of a list are printed as percentages, and its pauses in hours", () => {
  const shown = Object.fromEntries(printed(renderToStaticMarkup(<ListReadings />)));
  expect(shown).toMatchObject({ listLostPercent: 30, "listRetryAfterHours.1": 6, "listRetryAfterHours.4": 168 });
});
