import type { Collector } from "../collector";
import { notEmpty } from "../shared/list-form";
import { awsList, OFFERS, offerUrl } from "./parser";

/** Reads the bulk files of chosen services as tables: a row has a price with all its attributes. */
export const collector: Collector = {
  source: "aws-price-list",
  everyDays: 7,
  maxBytes: 2 * 1024 * 1024 * 1024,
  requests: () => Object.keys(OFFERS).map((offer) => ({ url: offerUrl(offer), accept: "text/csv" })),
  async parseStream(files, { day }) {
    return notEmpty(await awsList(files, day), "the AWS price list");
  },
};
