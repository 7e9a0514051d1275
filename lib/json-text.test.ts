import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonBytes, jsonBytesAround, jsonText, shareText } from "./json-text";

const part = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }));

test("tells what JSON.stringify() tells, whichever parts are shared, as often as it is asked", () => {
  fc.assert(
    fc.property(part, fc.array(part), fc.array(part), fc.boolean(), (frame, parts, others, whole) => {
      const value = { ...frame, models: parts, absent: undefined, mixed: [...parts, 1, undefined, null, ...others] };
      shareText(parts);
      if (whole) shareText([value]);
      for (let time = 0; time < 2; time += 1) {
        expect(jsonText(value)).toBe(JSON.stringify(value));
        expect(jsonBytes(value).toString()).toBe(JSON.stringify(value));
        expect(jsonText(parts)).toBe(JSON.stringify(parts));
        for (const name of ["models", ...Object.keys(frame).slice(0, 1), "mixed", "nothing of it"]) {
          const { bytes, from, to } = jsonBytesAround(value, name);
          const { [name]: _, ...rest } = value as Record<string, unknown>;
          expect(bytes.toString()).toBe(JSON.stringify(value));
          const others = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
          expect(others.toString()).toBe(JSON.stringify(rest));
        }
        const { bytes, from, to } = jsonBytesAround({ mixed: value.mixed }, "mixed");
        expect([bytes.subarray(0, from), bytes.subarray(to)].map(String)).toEqual(["{", "}"]);
      }
    }),
  );
});
