import * as z from "zod";
import { pageBytes, Room } from "@/lib/catalog/fit";
import { EvidenceBook, idOf, seenBy } from "@/lib/catalog/ledger";
import { pagePath } from "@/lib/catalog/record";
import { AppError } from "@/lib/errors";
import { factText } from "@/lib/format/fact";
import { EvidenceAnswer } from "@/lib/schemas/evidence";
import { Cursor, nextLink, readCursor, writeCursor } from "./cursor";
import { defineOperation } from "./define";
import { AsOf, requestedDay, SAMPLE_DAY, schemaVersion, today } from "./views";

const MAX_LIMIT = 1_000;

/** Slack's price list as read on 17 August 2026. */
const SAMPLE_ID = "ev_8eed12b063ec1576";

/** Number of observations on earlier pages. */
const Position = z.number().int().min(0).max(1_000_000);

export const getEvidence = defineOperation({
  name: "get_evidence",
  summary: "Get one piece of evidence",
  description:
    "Returns the source behind an evidence ID, with its date and licence, and every observation read from it, one line each. If an observation was withdrawn, the reason is included. Responses cite evidence by IDs such as `ev_…`. If this service read the page itself, the time, the SHA-256 hash of the content and the text that shows the price are included. Cite links.page.",
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v2/evidence/{id}",
    cache: "public",
    headers: ({ input: { id, ...query }, body, site }) =>
      nextLink(`${site.url}/api/v2/evidence/${id}`, query, body.next),
    newestDay: ({ evidence }) => evidence.capturedAt,
  },
  access: "open",
  errors: ["evidence_not_found"],
  input: z.strictObject({
    id: z
      .string()
      .regex(/^ev_[a-z0-9]{1,64}$/, "must be an evidence ID: ev_ followed by lower-case letters and digits")
      .describe("Evidence ID from a response, such as `ev_…`."),
    asOf: AsOf,
    limit: z.number().int().min(1).max(MAX_LIMIT).optional().describe("Observations per page."),
    cursor: Cursor,
  }),
  output: EvidenceAnswer,
  async handler({ catalog, now, site, room: bytes }, { cursor, limit, ...asked }) {
    const { id } = asked;
    const state = await catalog.state();
    const question = { asked, catalogue: `${state?.contentHash} ${state?.revision}`, today: today(now) };
    const read = readCursor(cursor, question, Position);
    const asOf = asked.asOf === undefined ? read.day : requestedDay(asked.asOf, now);
    const { citing, retractions } = await catalog.citing(id, { asOf });
    const [first] = citing;
    if (!first) throw new AppError("evidence_not_found", `No evidence with the ID "${id}" existed on ${asOf}.`);

    const sources = new Map((await catalog.sources()).map((source) => [source.slug, source]));
    const book = new EvidenceBook(sources);
    book.cite(first.observation);
    const [evidence] = book.list([id]);
    if (!evidence) throw new Error(`${id} is not the evidence of what cites it`);
    const withdrawals = new Map<string, { on: string; reason: string }>();
    const seen = seenBy([...citing.map(({ observation }) => observation), ...retractions], asOf);
    for (const [retraction, taken] of seen.retracted) {
      const withdrawal = { on: retraction.observedAt, reason: retraction.fact.reason };
      for (const observation of taken) withdrawals.set(idOf(observation), withdrawal);
    }

    const links = { self: `${site.url}/api/v2/evidence/${id}`, page: `${site.url}/evidence/${id}` };
    const frame = {
      schemaVersion,
      asOf,
      evidence,
      license: book.isRestricted(id) ? ("restricted" as const) : ("owned" as const),
      sourceName: sources.get(evidence.source)?.name ?? evidence.source,
      total: citing.length,
      links,
      source: site.name,
      attribution: `[${site.name}](${site.url}) — [evidence ${id}](${links.page})`,
    };
    const start = read.after ?? 0;
    const rest = citing.slice(start).map(({ product, observation }) => ({
      id: idOf(observation),
      product: product.slug,
      name: product.name,
      kind: observation.fact.kind,
      observedAt: observation.observedAt,
      effectiveFrom: observation.effectiveFrom ?? null,
      shows: factText(observation.fact),
      withdrawn: withdrawals.get(idOf(observation)) ?? null,
      links: { page: `${site.url}${pagePath(product)}`, self: `${site.url}/api/v2/pricing/${product.slug}` },
    }));
    const room = new Room(pageBytes(bytes, limit), []);
    room.take(frame);
    const observations = room.fill(rest.slice(0, limit), { least: 1 });
    const end = start + observations.length;
    return {
      ...frame,
      count: observations.length,
      observations,
      next: end < citing.length ? writeCursor(question, asOf, end) : null,
    };
  },
  sample: { id: SAMPLE_ID, asOf: SAMPLE_DAY, limit: 20, cursor: "" },
  examples: [{ name: "page", summary: "A reading of Slack's price list", input: { id: SAMPLE_ID } }],
});
