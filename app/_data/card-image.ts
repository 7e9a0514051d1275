import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { ImageResponse } from "next/og";
import { cloneElement, isValidElement, type ReactElement } from "react";
import { CARD } from "@/lib/format/share-card";
import { canonicalJson } from "@/lib/ids";
import { cardFonts } from "./card-fonts";

/**
 * What the two subsets of the font draw, see its unicode.json. The library that draws would ask a font service for any
 * other letter, whose name and address it would tell.
 */
const DRAWN =
  /[^\p{ASCII}\u0080-\u02ba\u02bb-\u02c7\u02da\u02dc\u1d00-\u1dbf\u1e00-\u1eff\u2000-\u206f\u20a0-\u20c0\u2113\u2122\u2191\u2193\u2212\u2215]/gu;

const MAX_IMAGES = 200;
const images = new LRUCache<string, Promise<ArrayBuffer>>({ max: MAX_IMAGES });
const components: unknown[] = [];
let drawn: Promise<unknown> = Promise.resolve();

/** The picture of a page: its texts in letters that the font has. Drawn once for what it shows, and one at a time. */
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

async function draw(card: ReactElement): Promise<ArrayBuffer> {
  const { width, height } = CARD;
  return new ImageResponse(card, { width, height, fonts: await cardFonts() }).arrayBuffer();
}

/** Drawing holds the process up: between two pictures others are answered. */
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

/** The same with every text in it made drawable: an accent stands apart from its letter, an unknown letter is left out. */
export function drawable<Value>(value: Value): Value {
  if (typeof value === "string") {
    const text = value.replace(DRAWN, (letter) => letter.normalize("NFKD").replace(DRAWN, ""));
    return text as Value;
  }
  if (Array.isArray(value)) return value.map(drawable) as Value;
  if (value === null || typeof value !== "object" || isValidElement(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, drawable(member)])) as Value;
}
