import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { cardFonts } from "@/app/_data/card-fonts";
import { pictures } from "./pictures.mjs";

const folder = mkdtempSync(join(tmpdir(), "pictures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a script that replaces the image renderer. */
function drawing(script: string): string {
  const file = join(folder, `${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(file, `process.on("disconnect", () => process.exit());\n${script}`);
  return file;
}
const NUMBERED = `const begun = process.pid;
process.on("message", ({ number, tree, options }) => {
  if (tree === "end") process.exit(3);
  if (tree === "hang") return;
  process.send({ number, image: new TextEncoder().encode(JSON.stringify({ begun, tree, options })) });
});`;
const told = (image: Uint8Array) => JSON.parse(Buffer.from(image).toString());

test("a picture is drawn elsewhere from elements as plain data, also with a letter of the second font", async () => {
  const draw = pictures();
  const options = { width: 90, height: 40, fonts: await cardFonts() };
  const tree = { type: "div", props: { style: { display: "flex", fontFamily: "Inter" }, children: "Łódź $5" } };
  const [one, same, other] = await Promise.all(
    [tree, tree, { ...tree, props: { ...tree.props, children: "$6" } }].map((each) => draw(each, options)),
  );
  for (const image of [one, same, other])
    expect(
      Buffer.from(image as Uint8Array)
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  expect(one).toEqual(same);
  expect(other).not.toEqual(one);
  await expect(draw({ type: "div", props: { children: [tree, tree] } }, options)).rejects.toThrow(/display/);
  await expect(draw(tree, options)).resolves.toEqual(one);
});

test("options are sent once to each process, and it knows nothing of the server's environment", async () => {
  vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_secret");
  const draw = pictures({
    file: drawing(`${NUMBERED.replace("begun, tree", "tree, key: process.env.STRIPE_SECRET_KEY")}`),
  });
  const options = { width: 1 };
  expect(told(await draw("a" as never, options))).toEqual({ tree: "a", options });
  expect(told(await draw("b" as never, options))).toEqual({ tree: "b" });
  expect(told(await draw("c" as never, { width: 2 }))).toEqual({ tree: "c", options: { width: 2 } });
  vi.unstubAllEnvs();
});

test("whoever waits for a process that ends is told so, and the next picture is drawn by another", async () => {
  const draw = pictures({ file: drawing(NUMBERED) });
  const first = told(await draw("a" as never, {}));
  const failed = await Promise.allSettled(["hang", "end"].map((tree) => draw(tree as never, {})));
  expect(failed.map((each) => each.status === "rejected" && String(each.reason))).toEqual(
    Array(2).fill("Error: A picture was not drawn: what draws it ended with 3."),
  );
  const next = told(await draw("b" as never, { width: 3 }));
  expect(next).toMatchObject({ tree: "b", options: { width: 3 } });
  expect(next.begun).not.toBe(first.begun);
});

test("one that hangs is ended", async () => {
  const draw = pictures({ file: drawing(NUMBERED), mostMs: 400 });
  const { begun } = told(await draw("a" as never, {}));
  await expect(draw("hang" as never, {})).rejects.toThrow("it took longer than 0.4 s");
  expect(told(await draw("b" as never, {})).begun).not.toBe(begun);
  await vi.waitFor(() => expect(() => process.kill(begun, 0)).toThrow("ESRCH"));
});

test("a process that nobody asks ends, and the next picture begins one", async () => {
  const draw = pictures({ file: drawing(NUMBERED), idleMs: 1_500 });
  const { begun } = told(await draw("a" as never, {}));
  expect(told(await draw("b" as never, {})).begun).toBe(begun);
  await vi.waitFor(() => expect(() => process.kill(begun, 0)).toThrow("ESRCH"), 5_000);
  expect(told(await draw("c" as never, {})).begun).not.toBe(begun);
});
