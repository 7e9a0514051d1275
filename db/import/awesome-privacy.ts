import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { mergeOpenSource, type OpenSource } from "./awesome-selfhosted";
import { cleanName, licencesIn, ownDomain, readText } from "./markdown-list";
import type { Adapter, AdapterResult, Reading } from "./reading";

const COMMIT = "23857484a991eb705539eda72c042999a82b01dc";
const COMMITTED_ON = "2026-04-10";
const FILE = `https://github.com/Lissy93/awesome-privacy/blob/${COMMIT}/awesome-privacy.yml`;

const Service = z.object({
  name: z.coerce.string(),
  url: z.string().nullish(),
  github: z.string().nullish(),
  openSource: z.boolean().nullish(),
  description: z.string().nullish(),
});
const List = z.object({
  categories: z.array(
    z.object({
      name: z.string(),
      sections: z.array(z.object({ name: z.string(), services: z.array(Service).nullish() })),
    }),
  ),
});

const NOT_SOFTWARE = /hardware|router|cryptocurrenc|virtual credit|mobile operating|linux|physical/i;

export function entryOf(service: z.infer<typeof Service>, section: string): Reading<OpenSource> | string {
  if (NOT_SOFTWARE.test(section)) return "section holds no software product";
  if (!service.url) return "no address";
  if (service.openSource === false || (!service.openSource && !service.github)) return "not said to be open source";
  const licences = licencesIn(service.description ?? "");
  if (licences.length === 0) return "open source, but no licence stated";
  const repository =
    service.github && /^[\w.-]+\/[\w.-]+$/.test(service.github) ? `https://github.com/${service.github}` : null;
  return {
    subject: { name: cleanName(service.name), domain: ownDomain(service.url), categoryLabel: section },
    trust: "B",
    observedAt: COMMITTED_ON,
    evidence: { url: FILE },
    fact: { kind: "open_source", licences, repository },
  };
}

export function fromYaml(text: string): AdapterResult {
  const readings: Reading<OpenSource>[] = [];
  const rejects: AdapterResult["rejects"] = [];
  for (const { sections } of List.parse(parse(text)).categories) {
    for (const section of sections) {
      for (const service of section.services ?? []) {
        const entry = entryOf(service, section.name);
        if (typeof entry === "string") rejects.push({ row: `${section.name}: ${service.name}`, reason: entry });
        else readings.push(entry);
      }
    }
  }
  return { readings: mergeOpenSource(readings), rejects };
}

export const awesomePrivacy: Adapter = {
  source: "awesome-privacy",
  async read(rawDir) {
    return fromYaml(await readText(join(rawDir, "awesome-privacy", "awesome-privacy.yml")));
  },
};
