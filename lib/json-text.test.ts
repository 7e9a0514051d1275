import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText, jsonTextAround, shareText } from "./json-text";

const part = fc.dictionary(fc.string(), fc.jsonValue());

test("tells what JSON.stringify() tells, whichever parts are shared, as often as it is asked", () => {
  fc.assert(
    fc.property(part, fc.array(part), fc.array(part), fc.boolean(), (frame, parts, others, whole) => {
      const value = { ...frame, models: parts, absent: undefined, mixed: [...parts, 1, undefined, null, ...others] };
      shareText(parts);
      if (whole) shareText([value]);
      for (let time = 0; time < 2; time += 1) {
        expect(jsonText(value)).toBe(JSON.stringify(value));
        expect(jsonText(parts)).toBe(JSON.stringify(parts));
        for (const name of ["models", ...Object.keys(frame).slice(0, 1), "mixed", "nothing of it"]) {
          const { text, bytes } = jsonTextAround(value, name);
          const told = Buffer.from(text);
          const { [name]: _, ...rest } = value as Record<string, unknown>;
          expect(text).toBe(JSON.stringify(value));
          const others = Buffer.concat([told.subarray(0, bytes.from), told.subarray(bytes.to)]);
          expect(others.toString()).toBe(JSON.stringify(rest));
        }
        const { text, bytes } = jsonTextAround({ mixed: value.mixed }, "mixed");
        expect([text.slice(0, bytes.from), Buffer.from(text).subarray(bytes.to).toString()]).toEqual(["{", "}"]);
      }
    }),
  );
});
