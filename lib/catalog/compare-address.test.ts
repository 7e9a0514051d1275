import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareAddress, possibleSlugs, readCompareAddress } from "./compare-address";

const word = fc.stringMatching(/^[a-z0-9]{1,6}$/).filter((text) => text !== "vs");
const slug = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("-"));
const chosen = fc.uniqueArray(slug, { minLength: 2, maxLength: 4 });

function catalogue(entries: Record<string, string>) {
  return (asked: string) => (Object.hasOwn(entries, asked) ? (entries[asked] ?? null) : null);
}

const themselves = (slugs: readonly string[]) => catalogue(Object.fromEntries(slugs.map((text) => [text, text])));

describe("the address of a comparison", () => {
  test("does not depend on the order in which products are named, nor on repeats", () => {
    fc.assert(
      fc.property(chosen, fc.infiniteStream(fc.nat()), (slugs, noise) => {
        const shuffled = slugs
          .map((text) => ({ text, at: noise.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ text }) => text);
        expect(compareAddress([...shuffled, ...slugs])).toBe(compareAddress(slugs));
      }),
    );
  });

  test("is canonical: read and written again it stays as it is", () => {
    fc.assert(
      fc.property(chosen, (slugs) => {
        const address = compareAddress(slugs);
        const { known, unknown } = readCompareAddress(address, themselves(slugs));
        expect(unknown).toEqual([]);
        expect(compareAddress(known)).toBe(address);
      }),
    );
  });

  test("names exactly its products, even where a slug holds -vs- itself", () => {
    fc.assert(
      fc.property(fc.uniqueArray(slug, { minLength: 4, maxLength: 5 }), fc.boolean(), ([a, b, c, d], last) => {
        const joined = `${a}-vs-${b}`;
        const slugs = [joined, c ?? "", ...(last ? [d ?? ""] : [])];
        expect(readCompareAddress(compareAddress(slugs), themselves(slugs)).known).toEqual([...slugs].sort());
      }),
    );
  });

  test("every slug that may be in it is looked up", () => {
    expect(possibleSlugs("a-vs-b-vs-c").sort()).toEqual(["a", "a-vs-b", "a-vs-b-vs-c", "b", "b-vs-c", "c"]);
  });
});

describe("reading an address", () => {
  const resolve = catalogue({ slack: "slack", "slack-chat": "slack", teams: "microsoft-teams" });

  test("former slugs and capitals lead to the product, and a product named twice counts once", () => {
    expect(readCompareAddress("Slack-Chat-vs-teams-vs-slack", resolve)).toEqual({
      known: ["slack", "microsoft-teams"],
      unknown: [],
      tooMany: false,
    });
  });

  test("what is unknown is told apart from what is known", () => {
    expect(readCompareAddress("slack-vs-slak", resolve)).toMatchObject({ known: ["slack"], unknown: ["slak"] });
  });

  test("more than four products are too many", () => {
    expect(readCompareAddress("a-vs-b-vs-c-vs-d-vs-e", themselves(["a", "b", "c", "d", "e"])).tooMany).toBe(true);
    expect(readCompareAddress(Array(300).fill("a").join("-vs-"), () => null).tooMany).toBe(true);
  });
});
