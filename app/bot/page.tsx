import type { Metadata } from "next";
import { connection } from "next/server";
import { Contact, OperatorSentence } from "@/app/_components/contact";
import { Constant } from "@/app/_components/methodology/constant";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { site } from "@/app/_data/site";
import {
  BOT_NAME,
  botUserAgent,
  DELAY_MS,
  MAX_CRAWL_DELAY_MS,
  MAX_PAGE_BYTES,
  MAX_ROBOTS_BYTES,
  ROBOTS_KEEP_MS,
} from "@/lib/fetch/policy";
import { imprint } from "@/lib/imprint";

export function generateMetadata(): Metadata {
  const { name, url } = site();
  return {
    title: "The bot that reads pricing pages",
    description: `How ${name} reads vendors’ pricing pages: how often, under which name, and how to keep it away.`,
    alternates: { canonical: `${url}/bot` },
  };
}

export default async function BotPage() {
  await connection();
  const { name, url } = site();
  const { email } = imprint();
  return (
    <>
      <PageHead title="The bot that reads pricing pages">
        <p className="mt-3 max-w-read text-ink-2">
          {`${name} tells what software costs, as vendors state it in public. It reads their pricing pages again, so that what it tells is not out of date.`}
        </p>
      </PageHead>

      <Section id="who" title="Who reads">
        <div className="grid max-w-read gap-3">
          <p>
            <OperatorSentence />
          </p>
          <p>Each request says who sends it:</p>
          <pre className="quote">
            <code data-testid="user-agent">{botUserAgent(url)}</code>
          </pre>
          <p>It never takes another name, signs in, fills in a form or answers what only a person should.</p>
        </div>
      </Section>

      <Section id="what" title="What it reads">
        <div className="grid max-w-read gap-3">
          <p>
            The public pricing page of each product in the catalogue, what that page redirects to, and a file that it
            offers to machines, such as <code>pricing.md</code>. It does not follow other links.
          </p>
          <p>
            It keeps the tiers’ names and prices, the short text that shows each price, the address, the instant and a
            digest of the page. The page itself is not published again. <a href="/methodology">What becomes of it</a>.
          </p>
        </div>
      </Section>

      <Section id="how-often" title="How often">
        <div className="grid max-w-read gap-3">
          <p>
            Each page about once in a month, sooner where a reading failed. It asks whether the page has changed since (
            <code>If-None-Match</code>, <code>If-Modified-Since</code>): where it has not, nothing more is sent.
          </p>
          <p>
            One request at a time to a registrable domain and its subdomains, and at least{" "}
            <Constant name="delaySeconds" value={DELAY_MS / 1_000} /> seconds between two. A <code>Crawl-delay</code> is
            kept up to <Constant name="maxCrawlDelaySeconds" value={MAX_CRAWL_DELAY_MS / 1_000} /> seconds. A{" "}
            <code>Retry-After</code> is kept for the whole site; after a 429 or 503 without one it waits longer each
            time. Of one page at most <Constant name="maxPageMiB" value={MAX_PAGE_BYTES / 1024 / 1024} /> MiB are read.
          </p>
        </div>
      </Section>

      <Section id="opt-out" title="How to keep it away">
        <div className="grid max-w-read gap-3">
          <p>
            By <code>robots.txt</code>, read before the first page and then once in{" "}
            <Constant name="robotsHours" value={ROBOTS_KEEP_MS / 3_600_000} /> hours, up to its first{" "}
            <Constant name="robotsKiB" value={MAX_ROBOTS_BYTES / 1024} /> KiB, by the rules of{" "}
            <a href="https://www.rfc-editor.org/rfc/rfc9309">RFC 9309</a>. Its rules for all bots count, and those for
            this one stand before them:
          </p>
          <pre className="quote">
            <code>{`User-agent: ${BOT_NAME}\nDisallow: /`}</code>
          </pre>
          <p>
            Where <code>robots.txt</code> answers with a server error, a 429 or not at all, nothing is read until it can
            be. Where there is none, the page may be read.
          </p>
          <p>
            {email ? (
              <>
                Or write to <Contact subject="Bot" /> from an address of your domain: your pages are then not asked for
                any more, <code>robots.txt</code> included.
              </>
            ) : (
              <>
                This deployment gives no mail address: <Contact /> reaches whoever runs it, who can leave a whole domain
                out.
              </>
            )}{" "}
            What was read before stays, with its date. A wrong price is put right in the same way.
          </p>
        </div>
      </Section>
    </>
  );
}
