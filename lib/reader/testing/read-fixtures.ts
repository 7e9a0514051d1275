import type { Extraction } from "../types";
import { addressOfFixture, type Fixture } from "./fixture";
import { type PageScore, scorePage } from "./score";

type Ladder = (
  page: { url: string; contentType: string; text: string },
  options: { fetchMore: (url: string) => Promise<{ contentType: string; text: string } | null> },
) => Promise<Extraction>;

/** Reads and scores every page with the whole ladder, without a server in between. */
export function scoreFixtures(fixtures: readonly Fixture[], extract: Ladder): Promise<PageScore[]> {
  return Promise.all(
    fixtures.map(async (fixture) => {
      const url = addressOfFixture(fixture);
      const { contentType, body } = fixture.page;
      const fetchMore = async (address: string) => {
        const { origin, pathname } = new URL(address);
        const file = origin === new URL(url).origin ? fixture.files?.[pathname] : undefined;
        return file ? { contentType: file.contentType, text: file.body } : null;
      };
      return scorePage(fixture, await extract({ url, contentType, text: body }, { fetchMore }));
    }),
  );
}
