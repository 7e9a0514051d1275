import type { Mode } from "./workload";

/** Regions and makers that clouds put before a model's own id: us.anthropic.claude…, meta.llama…. */
const PREFIXES =
  /^(?:(?:us|eu|apac|global|regional|au|jp|ca|sa|us-gov(?:-[a-z0-9-]+)?)\.)?(?:(?:anthropic|meta|mistral|amazon|cohere|deepseek|openai|qwen|google|ai21|nvidia|minimax|moonshot|zai|writer|stability)\.)?/;
const VERSIONS = /(?:-v\d+(?::\d{1,2})?|:\d{1,2})$/;
const TUNED = /^ft:|[.-]ft-?$/;
const ALIAS = /[-@](?:latest|default)$/;
const MODES: ReadonlyMap<string, Mode> = new Map([
  ["batch", "batch"],
  ["flex", "flex"],
  ["priority", "priority"],
]);

const [YEAR, MONTH, DAY] = ["20[12]\\d", "(?:0[1-9]|1[0-2])", "(?:0[1-9]|[12]\\d|3[01])"];
/** The formats of snapshot dates and numbers. Those with a year are normalised to one format. */
const SNAPSHOTS: readonly [RegExp, string][] = [
  [new RegExp(`[-@](${YEAR})-?(${MONTH})-?(${DAY})$`), "$1$2$3"],
  [new RegExp(`[-@](${MONTH})-(${YEAR})$`), "$2$1"],
  [new RegExp(`[-@](2\\d)(${MONTH})(${DAY})$`), "20$1$2$3"],
  [new RegExp(`[-@](2[3-9])(${MONTH})$`), "20$1$2"],
  [new RegExp(`[-@](${MONTH})-?(${DAY})$`), "$1$2"],
  [/[-@](00[1-9])$/, "$1"],
];

/** The parts of a language model's id, independent of the vendor of the card. */
export interface ModelId {
  /** The id without vendor, region and deployment version, and without the parts below. */
  key: string;
  /** The part after a colon, such as a mode, an effort or a length. */
  variant: string | null;
  /** The mode that the variant names. */
  mode: Mode | null;
  tuned: boolean;
  /** Digits, with the year first if the id names it. Null: the id names no snapshot. */
  snapshot: string | null;
}

const read = new Map<string, ModelId>();
const MAX_READ = 20_000;
/** Longer than the ID of any model. */
const MAX_KEPT_LENGTH = 120;

export function readModelId(model: string): ModelId {
  const held = read.get(model);
  if (held) return held;
  const made = parse(model);
  if (model.length > MAX_KEPT_LENGTH) return made;
  // Clients send names too. Names of the catalogue are soon read again after a reset.
  if (read.size >= MAX_READ) read.clear();
  read.set(model, made);
  return made;
}

/** Removes the path before a model's own id or name: regions and makers that end in a slash. */
export function withoutPath(text: string): string {
  return text.slice(text.lastIndexOf("/") + 1);
}

function parse(model: string): ModelId {
  const last = withoutPath(model.toLowerCase());
  const tuned = TUNED.test(last);
  const [name = "", variant = null] = splitOnce(last.replace(TUNED, "").replace(PREFIXES, "").replace(VERSIONS, ""));
  let rest = name.replace(ALIAS, "");
  let snapshot: string | null = null;
  for (const [form, parts] of SNAPSHOTS) {
    const found = form.exec(rest);
    if (!found) continue;
    snapshot = found[0].replace(form, parts);
    rest = rest.slice(0, found.index);
    break;
  }
  return { key: plain(rest), variant, mode: MODES.get(variant ?? "") ?? null, tuned, snapshot };
}

function splitOnce(text: string): [string, string?] {
  const at = text.indexOf(":");
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A word that names a mode or a form of speech, joined like any other word of a name. */
const JOINED = /^(.+?)-(?:(batch|flex|priority)|(?:audio|realtime)(?:-preview)?)$/;

/** Returns the model whose batch, flex or spoken form this may be. It is that form if the card also lists the model. */
export function plainKey(key: string): { key: string; mode: Mode | null } | null {
  const [, base, mode = ""] = JOINED.exec(key) ?? [];
  return base === undefined ? null : { key: base, mode: MODES.get(mode) ?? null };
}

/** Returns a key that is equal for one model on the cards of several vendors, for any snapshot, variant and mode. */
export function modelKey(model: string): string {
  return readModelId(model).key;
}

function plain(text: string): string {
  return text.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}
