import type { Collector } from "./collector";
import type { Adapter } from "./shared/reading";

/** One outside source: the folder of its name holds all that is known of how it is read. */
export type Source = {
  /** The name of the folder, under which db/catalog/sources.json tells address, publisher and licence. */
  slug: string;
  /** Files and folders in the raw folder that the adapter reads; none where the figures stand in the source's folder. */
  files: readonly string[];
} & (
  | {
      /** From a folder that was gathered by hand. */
      read: "once";
      adapter: Adapter;
    }
  | {
      /** A public list, which its collector reads again; its adapter reads what was gathered of it by hand. */
      read: "list";
      adapter?: Adapter;
      collector: Collector;
    }
);
