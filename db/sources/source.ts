import type { Collector } from "./collector";
import type { Adapter } from "./shared/reading";

/** One outside source. The folder with its name contains everything about how it is read. */
export type Source = {
  /** The folder's name. db/catalog/sources.json has the URL, publisher and licence under it. */
  slug: string;
  /** Files and folders in the raw folder that the adapter reads. Empty if the figures are in the source's folder. */
  files: readonly string[];
} & (
  | {
      /** From a folder that was collected by hand. */
      read: "once";
      adapter: Adapter;
    }
  | {
      /**
       * A public list that its collector reads regularly. Its adapter reads data from it that were collected by hand.
       */
      read: "list";
      adapter?: Adapter;
      collector: Collector;
    }
);
