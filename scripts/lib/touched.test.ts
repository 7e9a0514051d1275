import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { touchedSpecs } from "./touched.mjs";

const FILES = {
  "app/layout.tsx": 'import "./globals.css";',
  "app/pricing/page.tsx": 'import { offer } from "@/app/_data/offer";',
  "app/_data/offer.ts": 'export { offer } from "../../lib/billing/offer";',
  "lib/billing/offer.ts": "export const offer = 1;",
  "lib/alone.ts": "",
  "app/software/[category]/[slug]/page.tsx": 'import { chart } from "@/lib/chart";',
  "app/counted/[category]/[slug]/[count]/page.tsx": 'import { count } from "@/lib/count";',
  "app/markdown/[category]/[slug]/route.ts": 'import { text } from "@/lib/text";',
  "app/admin/layout.tsx": "",
  "app/admin/events/page.tsx": "",
  "lib/chart/index.ts": "",
  "lib/count.ts": "",
  "lib/text.ts": "",
  "e2e/buy.ts": 'export const at = "/pricing?interval=year";',
  "e2e/buying.spec.ts": 'import { at } from "./buy";',
  "e2e/product.spec.ts": ["page.goto(`/software/crm/", "{slug}?seats=3#cost`)"].join("$"),
  "e2e/desk.spec.ts": 'page.goto("/admin/events")',
  "e2e/twins.spec.ts": 'request.get("/software/crm/acme.md")',
};
const ALL = ["buying", "desk", "product", "twins"];

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "touched-"));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

describe("a change touches the specs", () => {
  test.each([
    ["that name a page of its own", "app/pricing/page.tsx", ["buying"]],
    ["that name a page which imports of it, however far off", "lib/billing/offer.ts", ["buying"]],
    ["that name an address filled in, whatever is asked there", "lib/chart/index.ts", ["product", "twins"]],
    ["of a page that is drawn for another address", "lib/count.ts", ["product", "twins"]],
    ["of a text that is written for another address", "lib/text.ts", ["product", "twins"]],
    ["that name a page within a layout", "app/admin/layout.tsx", ["desk"]],
    ["of a helper that they import", "e2e/buy.ts", ["buying"]],
    ["that it is", "e2e/desk.spec.ts", ["desk"]],
    ["all of them, where it stands before every page", "proxy.ts", ALL],
    ["all of them, where it is what stands there", "lib/http/before-page.ts", ALL],
    ["all of them, where it serves them", "scripts/lib/serve-site.mjs", ALL],
    ["all of them, where every page is drawn with it", "app/layout.tsx", ALL],
    ["all of them, where it is what pages are made of", "db/catalog/products.ndjson", ALL],
    ["none, where no page is drawn with it", "lib/alone.ts", []],
    ["none, where no browser sees it", "lib/billing/offer.test.ts", []],
  ])("%s", (_, changed, specs) => {
    expect(touchedSpecs(root, [changed]).sort()).toEqual(specs.map((name) => `e2e/${name}.spec.ts`));
  });
});
