import { type Collector, ListChangedError } from "../collector";
import { notEmpty, readJson } from "../shared/list-form";
import { archiveOf, filesOf } from "../shared/repository";
import { File, genaiList, providerNotes } from "./parser";

const WHAT = "the price file of genai-prices";
const DATA = "prices/data.json";
const PROVIDER = /^prices\/providers\/([^/]+\.ya?ml)$/;

/** The file has the prices, and the providers' own files have the days on which they were checked. */
export const collector: Collector = {
  source: "genai-prices",
  everyDays: 1,
  maxBytes: 64 * 1024 * 1024,
  retires: true,
  requests: () => [archiveOf("pydantic/genai-prices")],
  async parseStream(streams, { day }) {
    for await (const { chunks } of streams) {
      const files = await filesOf(chunks, (path) => path === DATA || PROVIDER.test(path));
      const data = files.find(({ path }) => path === DATA);
      if (!data) throw new ListChangedError(`${DATA} is no longer in the repository.`);
      const notes = files.flatMap(({ path, text }) => {
        const [, name] = PROVIDER.exec(path) ?? [];
        return name && !name.startsWith(".") ? [providerNotes(name, text)] : [];
      });
      return notEmpty(genaiList(readJson(File, data.text, WHAT), notes, day), WHAT);
    }
    throw new ListChangedError("The repository was not read.");
  },
};
