import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external";
import type { ReactNode } from "react";
import { processWide } from "@/lib/access/process-wide";
import { Region, type RegionProps } from "./static-region";
import { REGIONS, type Regions } from "./static-regions";

type Props = Omit<RegionProps, "tag" | "place"> & { as?: RegionProps["tag"]; children: ReactNode };

/**
 * Content that is sent once, as HTML. React usually sends server-rendered elements a second time as data for hydration;
 * this component sends only a placeholder there. A client component or another `Static` inside throws.
 */
export function Static({ as: Tag = "div", children, ...attributes }: Props) {
  const place = regions().put(children);
  if (place === null) return <Tag {...attributes}>{children}</Tag>;
  return <Region {...attributes} tag={Tag} place={place} />;
}

/**
 * Makes this request render everything as data. Call it first if the response updates a form in place and has no
 * document.
 */
export function drawAsData(): void {
  regions().none();
}

const regions = () => processWide(REGIONS, ofRequests);

/** Stores regions per request. Without a current request, everything is rendered as data. */
function ofRequests(): Regions {
  const all = new WeakMap<object, ReactNode[] | null>();
  const current = () => {
    const request = workAsyncStorage.getStore();
    if (!request) return null;
    // In development a page may be rendered again without its document.
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
