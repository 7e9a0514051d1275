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
    description: `How ${name} reads vendors’ pricing pages: how often, under which name, and how to block it.`,
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
          {`${name} shows what software costs, as vendors publish it. Its bot rereads their pricing pages so that the prices do not go out of date.`}
        </p>
      </PageHead>

      <Section id="who" title="Who runs it">
        <div className="grid max-w-read gap-3">
          <p>
            <OperatorSentence />
          </p>
          <p>Every request identifies the bot:</p>
          <pre className="quote">
            <code data-testid="user-agent">{botUserAgent(url)}</code>
          </pre>
          <p>It never uses another name, signs in, fills in a form or solves a challenge that is meant for people.</p>
        </div>
      </Section>

      <Section id="what" title="What it reads">
        <div className="grid max-w-read gap-3">
          <p>
            The public pricing page of each product in the catalogue, the page it redirects to, and a file that the page
            offers to machines, such as <code>pricing.md</code>. The bot does not follow other links.
          </p>
          <p>
            It stores the names and prices of the tiers, the short text that shows each price, the URL, the time and a
            digest of the page. The page itself is not republished. <a href="/methodology">How the data is used</a>.
          </p>
        </div>
      </Section>

      <Section id="how-often" title="How often">
        <div className="grid max-w-read gap-3">
          <p>
            Each page about once a month, and sooner if a reading failed. The bot asks whether the page has changed (
            <code>If-None-Match</code>, <code>If-Modified-Since</code>). If it has not, nothing more is sent.
          </p>
          <p>
            One request at a time to a registrable domain and its subdomains, with at least{" "}
            <Constant name="delaySeconds" value={DELAY_MS / 1_000} /> seconds between requests. The bot obeys{" "}
            <code>Crawl-delay</code>, but waits at most{" "}
            <Constant name="maxCrawlDelaySeconds" value={MAX_CRAWL_DELAY_MS / 1_000} /> seconds for it. It obeys{" "}
            <code>Retry-After</code> for the whole site; after a 429 or 503 without one, it waits longer each time. It
            reads at most <Constant name="maxPageMiB" value={MAX_PAGE_BYTES / 1024 / 1024} /> MiB of a page.
          </p>
        </div>
      </Section>

      <Section id="opt-out" title="How to block it">
        <div className="grid max-w-read gap-3">
          <p>
            Use <code>robots.txt</code>. The bot reads its first{" "}
            <Constant name="robotsKiB" value={MAX_ROBOTS_BYTES / 1024} /> KiB before the first page and then once every{" "}
            <Constant name="robotsHours" value={ROBOTS_KEEP_MS / 3_600_000} /> hours, and follows{" "}
            <a href="https://www.rfc-editor.org/rfc/rfc9309">RFC 9309</a>. Rules for all bots apply; rules for this bot
            take precedence:
          </p>
          <pre className="quote">
            <code>{`User-agent: ${BOT_NAME}\nDisallow: /`}</code>
          </pre>
          <p>
            If <code>robots.txt</code> returns a server error or a 429, or does not respond, the bot reads nothing until
            it can read that file. If there is no <code>robots.txt</code>, the bot may read the page.
          </p>
          <p>
            {email ? (
              <>
                Or write to <Contact subject="Bot" /> from an email address at your domain. The bot then no longer
                requests your pages, including <code>robots.txt</code>.
              </>
            ) : (
              <>
                This deployment has no contact email address. Whoever runs it can exclude a whole domain; contact them
                through <Contact />.
              </>
            )}{" "}
            Prices that were read before are kept, with their dates. To have a wrong price corrected, contact us in the
            same way.
          </p>
        </div>
      </Section>
    </>
  );
}
