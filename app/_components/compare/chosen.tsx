import type { Named } from "@/app/_data/lookup";
import { COMPARE_PATH, comparePath } from "@/app/_data/tool-paths";
import { MAX_COMPARED } from "@/lib/schemas/compare";
import { NameField } from "../name-field";

type Props = { records: readonly { slug: string; name: string }[]; seats: number; companions: readonly Named[] };

export function Chosen({ records, seats, companions }: Props) {
  const slugs = records.map(({ slug }) => slug);
  const full = records.length >= MAX_COMPARED;
  return (
    <div className="chosen">
      <ul className="chosen-list" aria-label="Compared products">
        {records.map(({ slug, name }) => (
          <li key={slug}>
            {name}
            {records.length > 2 ? (
              <a
                href={comparePath(
                  slugs.filter((other) => other !== slug),
                  seats,
                )}
              >
                Remove<span className="sr-only"> {name}</span>
              </a>
            ) : null}
          </li>
        ))}
      </ul>
      {full ? (
        <p className="note">The maximum is four products. Remove one to add another.</p>
      ) : (
        <form action={COMPARE_PATH} className="flex items-end gap-2">
          {slugs.map((slug) => (
            <input key={slug} type="hidden" name="p" value={slug} />
          ))}
          <input type="hidden" name="seats" value={seats} />
          <div className="control w-48">
            <label htmlFor="add">Add a product</label>
            <NameField id="add" name="p" required />
          </div>
          <button type="submit" className="button button-plain">
            Add
          </button>
        </form>
      )}
      {companions.length > 0 ? (
        <p className="w-full text-table text-ink-2">
          Add from the same category:{" "}
          {companions.map(({ slug, name }, index) => (
            <span key={slug}>
              {index > 0 ? ", " : ""}
              <a href={comparePath([...slugs, slug], seats)}>{name}</a>
            </span>
          ))}
        </p>
      ) : null}
    </div>
  );
}
