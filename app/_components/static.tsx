import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external";
import type { ReactNode } from "react";
import { processWide } from "@/lib/access/process-wide";
import { Region, type RegionProps } from "./static-region";
import { REGIONS, type Regions } from "./static-regions";

type Props = Omit<RegionProps, "tag" | "place"> & { as?: RegionProps["tag"]; children: ReactNode };

/**
 * Content that is sent once, as HTML. What React draws on the server is sent a second time as data, for the scripts to
 * find their elements by; none stand in here, so that only the place is told. A component of the browser inside throws,
 * and so does another of these.
 */
export function Static({ as: Tag = "div", children, ...attributes }: Props) {
  const place = regions().put(children);
  if (place === null) return <Tag {...attributes}>{children}</Tag>;
  return <Region {...attributes} tag={Tag} place={place} />;
}

/** The answer to a form that is shown in place comes without a document: said before anything is drawn. */
export function drawAsData(): void {
  regions().none();
}

const regions = () => processWide(REGIONS, ofRequests);

/** Kept for as long as the request that they belong to; where none is under way, all is drawn as data. */
function ofRequests(): Regions {
  const all = new WeakMap<object, ReactNode[] | null>();
  const current = () => {
    const request = workAsyncStorage.getStore();
    if (!request) return null;
    // While a page is being written, it is drawn anew without its document.
    if (!all.has(request)) all.set(request, process.env.NODE_ENV === "development" ? null : []);
    return all.get(request) ?? null;
  };
  return {
    put: (content: ReactNode) => {
      const drawn = current();
      return drawn ? drawn.push(content) - 1 : null;
    },
    get: (place: number) => current()?.[place],
    none: () => {
      const request = workAsyncStorage.getStore();
      if (request) all.set(request, null);
    },
  };
}
