import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText, jsonTextAndWithout, shareText } from "./json-text";

const part = fc.dictionary(fc.string(), fc.jsonValue());

test("tells what JSON.stringify() tells, whichever parts are shared, as often as it is asked", () => {
  fc.assert(
    fc.property(part, fc.array(part), fc.array(part), fc.boolean(), (frame, parts, others, whole) => {
      const value = { ...frame, models: parts, absent: undefined, mixed: [...parts, 1, undefined, null, ...others] };
      shareText(parts);
      if (whole) shareText([value]);
      const { models: _, ...rest } = value;
      for (let time = 0; time < 2; time += 1) {
        expect(jsonText(value)).toBe(JSON.stringify(value));
        expect(jsonText(parts)).toBe(JSON.stringify(parts));
        expect(jsonTextAndWithout(value, "models")).toEqual({
          whole: JSON.stringify(value),
          without: JSON.stringify(rest),
        });
      }
    }),
  );
});
