import * as z from "zod";
import type { Collector } from "../collector";
import { mostAre, notEmpty, readJson, textAt } from "../shared/list-form";
import { Change, fromFiles, Offer, today } from "./parser";

const FOLDER = "https://raw.githubusercontent.com/robhunter/agentdeals/HEAD/data";
const INDEX = `${FOLDER}/index.json`;
const CHANGES = `${FOLDER}/deal_changes.json`;

export const collector: Collector = {
  source: "agentdeals",
  everyDays: 7,
  maxBytes: 32 * 1024 * 1024,
  requests: () => [INDEX, CHANGES].map((url) => ({ url, accept: "application/json" })),
  parse(files, { day }) {
    const { offers } = readJson(
      z.object({ offers: z.array(z.unknown()) }),
      textAt(files, INDEX),
      "the index of offers",
    );
    const { changes } = readJson(
      z.object({ changes: z.array(z.unknown()) }),
      textAt(files, CHANGES),
      "the list of changes",
    );
    const isOffer = (row: unknown) => Offer.safeParse(row).success;
    const isChange = (row: unknown) => Change.safeParse(row).success;
    mostAre(offers, isOffer, "of the index are offers");
    if (changes.length > 0) mostAre(changes, isChange, "of the list of changes are changes");
    const { readings, rejects } = fromFiles(offers.filter(isOffer), changes.filter(isChange), today(day));
    const odd = [...offers.filter((row) => !isOffer(row)), ...changes.filter((row) => !isChange(row))];
    return notEmpty(
      { readings, rejects: [...rejects, ...odd.map((row) => ({ row: nameOf(row), reason: "a row in another form" }))] },
      "the index of offers",
    );
  },
};

const Named = z.object({ vendor: z.string() });
const nameOf = (row: unknown): string => Named.safeParse(row).data?.vendor ?? "without a vendor";
