import { type Filters, ledgerPath } from "@/app/_data/changes";
import { type CalendarYear, monthSentence, readSentence, shadeOf, spanOf } from "@/lib/format/ledger";
import { formatCount } from "@/lib/format/money";

const OPEN_YEARS = 6;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

type Props = { years: readonly CalendarYear[]; readUntil: string | null; filters: Filters };

/** Shows the number of price changes per month, one row per year. Months in which no price was checked are hatched. */
export function Calendar({ years, readUntil, filters }: Props) {
  const most = Math.max(0, ...years.flatMap(({ months }) => months.map(({ moved }) => moved)));
  const earlier = years.slice(OPEN_YEARS);
  return (
    <figure data-testid="calendar">
      <Years years={years.slice(0, OPEN_YEARS)} most={most} filters={filters} caption="Price changes by month" />
      {earlier.length > 0 ? (
        <details className="mt-2 text-table">
          <summary>
            {earlier.length === 1 ? earlier[0]?.year : `${earlier.at(-1)?.year} to ${earlier[0]?.year}`}
          </summary>
          <Years years={earlier} most={most} filters={filters} caption="Price changes in earlier years" />
        </details>
      ) : null}
      <figcaption className="note mt-2">
        <ul className="calendar-legend">
          <li>
            <i data-shade="2" aria-hidden="true">
              3
            </i>{" "}
            price changes
          </li>
          <li>
            <i data-shade="0" aria-hidden="true">
              0
            </i>{" "}
            no price change among the products checked again
          </li>
          <li>
            <i data-unread aria-hidden="true" /> no product checked again
          </li>
        </ul>
        <span data-testid="read-until">{readSentence(years, readUntil)}</span> A month can show more changes because a
        source was first checked in detail then.
      </figcaption>
    </figure>
  );
}

type YearsProps = { years: readonly CalendarYear[]; most: number; filters: Filters; caption: string };

function Years({ years, most, filters, caption }: YearsProps) {
  return (
    <table className="calendar">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Year</span>
          </th>
          {MONTHS.map((month) => (
            <th key={month} scope="col">
              {month}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {years.map(({ year, months }) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            {months.map((month) => {
              const says = monthSentence(month);
              return (
                <td
                  key={month.month}
                  data-month={month.month}
                  data-shade={month.isAhead ? undefined : shadeOf(month.moved, most)}
                  data-unread={!month.isRead && !month.isAhead ? true : undefined}
                  title={says}
                >
                  {month.moved > 0 ? (
                    <a
                      href={`${ledgerPath("/changes", { ...filters, class: ["move"], direction: "", ...spanOf(month.month) })}#ledger`}
                      aria-label={says}
                    >
                      {formatCount(month.moved)}
                    </a>
                  ) : (
                    <>
                      <span aria-hidden="true">{month.isRead ? "0" : ""}</span>
                      <span className="sr-only">{says}</span>
                    </>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
