import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { processWide } from "@/lib/access/process-wide";
import { CARD } from "@/lib/format/share-card";
import { canonicalJson } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import { cardFonts } from "./card-fonts";

/**
 * Matches characters that the font's two subsets lack (see its unicode.json). For such a character, next/og would send
 * a request to a font service.
 */
const DRAWN =
  /[^\p{ASCII}\u0080-\u02ba\u02bb-\u02c7\u02da\u02dc\u1d00-\u1dbf\u1e00-\u1eff\u2000-\u206f\u20a0-\u20c0\u2113\u2122\u2191\u2193\u2212\u2215]/gu;

/** Each image has about 85 kB. */
const MAX_IMAGES = 50;
const images = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: MAX_IMAGES });
const components: unknown[] = [];
let drawn: Promise<unknown> = Promise.resolve();

/**
 * Renders a page's share image, using only characters of the font. Images are cached by content and rendered one at a
 * time.
 */
export async function cardImage<Props extends object>(card: ReactElement<Props>): Promise<Response> {
  const props = drawable(card.props);
  const key = `${numberOf(card.type)} ${canonicalJson(props)}`;
  const held = images.get(key);
  const image = held ?? inTurn(() => draw(cloneElement(card, props)));
  if (!held) {
    images.set(key, image);
    image.catch(() => images.delete(key));
  }
  return new Response(await image, {
    headers: {
      "Content-Type": "image/png",
      "Cache-Control": "public, max-age=3600, s-maxage=86400, stale-while-revalidate=604800",
    },
  });
}

type Options = { width: number; height: number; fonts: Awaited<ReturnType<typeof cardFonts>> };
type Draw = (tree: Plain, options: Options) => Promise<Uint8Array<ArrayBuffer>>;

/** Our own server renders in a separate process: see scripts/lib/pictures.mjs. Other servers render in this process. */
const drawer = () => processWide<Draw>("draw-picture", () => drawHere);

async function drawHere(tree: Plain, options: Options) {
  const { ImageResponse } = await import("next/og");
  return new Uint8Array(await new ImageResponse(tree as ReactElement, options).arrayBuffer());
}

const optionsOf = onceFor((fonts: Options["fonts"]): Options => ({ width: CARD.width, height: CARD.height, fonts }));

async function draw(card: ReactElement) {
  return drawer()(plain(card), optionsOf(await cardFonts()));
}

type Plain = string | number | boolean | null | undefined | Plain[] | { type: string; props: Record<string, unknown> };

/**
 * Converts elements to plain data, which can be sent to another process. Calls each component, so components must not
 * use state.
 */
export function plain(node: ReactNode): Plain {
  if (Array.isArray(node)) return node.map(plain);
  if (!isValidElement<{ children?: ReactNode }>(node)) return node as Plain;
  const { type, props } = node;
  if (typeof type === "function") return plain((type as (given: object) => ReactNode)(props));
  if ((type as unknown) === Fragment) return plain(props.children);
  return { type: type as string, props: { ...props, children: plain(props.children) } };
}

/**
 * Runs one render at a time. Rendering in this process blocks it, so other requests are answered between two renders.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = drawn
    .catch(() => {})
    .then(() => turnOfTheLoop())
    .then(work);
  drawn = turn;
  return turn;
}

function numberOf(component: unknown): number {
  if (!components.includes(component)) components.push(component);
  return components.indexOf(component);
}

/** Replaces characters that the font lacks: separates accents from their letters and removes unknown characters. */
export function drawable<Value>(value: Value): Value {
  if (typeof value === "string") {
    const text = value.replace(DRAWN, (letter) => letter.normalize("NFKD").replace(DRAWN, ""));
    return text as Value;
  }
  if (Array.isArray(value)) return value.map(drawable) as Value;
  if (value === null || typeof value !== "object" || isValidElement(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, drawable(member)])) as Value;
}
