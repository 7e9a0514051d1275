import { type Collector, ListChangedError } from "../collector";
import { notEmpty, textAt } from "../shared/list-form";
import { fromReadme, today } from "./parser";

const URL = "https://raw.githubusercontent.com/ripienaar/free-for-dev/HEAD/README.md";
const WHAT = "free-for-dev's list";

export const collector: Collector = {
  source: "free-for-dev",
  everyDays: 7,
  maxBytes: 8 * 1024 * 1024,
  requests: () => [{ url: URL, accept: "text/plain" }],
  parse(files, { day }) {
    const markdown = textAt(files, URL);
    if (!/^## .+/m.test(markdown)) throw new ListChangedError(`${WHAT} has no sections.`);
    return notEmpty(fromReadme(markdown, today(day)), WHAT);
  },
};
