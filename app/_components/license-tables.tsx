import type { GroupTerms, SourceTerms } from "@/lib/catalog/data-terms";
import { groupName } from "@/lib/format/coverage";
import { formatNumber } from "@/lib/format/money";

export function GroupTermsTable({ groups }: { groups: readonly GroupTerms[] }) {
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col">Licence</th>
          <th scope="col" className="num">
            Sources
          </th>
          <th scope="col" className="num">
            Observations
          </th>
          <th scope="col" className="num">
            Restricted
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ group, sources, observations, restrictedObservations }) => (
          <tr key={group} data-terms={group}>
            <th scope="row">
              {groupName(group)} <code className="ml-1 font-normal text-ink-3">{group}</code>
            </th>
            <td data-label="Licence">
              <GroupState observations={observations} restricted={restrictedObservations} />
            </td>
            <td className="num" data-label="Sources">
              {formatNumber(sources)}
            </td>
            <td className="num" data-label="Observations">
              {formatNumber(observations)}
            </td>
            <td className="num" data-label="Restricted">
              {formatNumber(restrictedObservations)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function GroupState({ observations, restricted }: { observations: number; restricted: number }) {
  if (restricted === 0) return "owned";
  return (
    <span>
      {restricted === observations ? null : "owned; "}
      <span className="tag">restricted</span>
      {restricted === observations ? null : " if a third-party figure is included"}
    </span>
  );
}

export function SourceTermsTable({ sources }: { sources: readonly SourceTerms[] }) {
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Licence</th>
          <th scope="col">Data used</th>
          <th scope="col">Required attribution</th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.slug} id={source.slug} data-source={source.slug}>
            <th scope="row" className="sm:w-1/5">
              {source.url ? (
                <a href={source.url} rel="noopener nofollow">
                  {source.name}
                </a>
              ) : (
                source.name
              )}
              <span className="note block font-normal">{`${formatNumber(source.observations)} observations`}</span>
            </th>
            <td data-label="Licence" className="sm:w-1/6">
              <Licence source={source} />
            </td>
            <td data-label="Data used">
              <span>
                {source.taken}
                <span className="note block">{source.groups.map(groupName).join(" · ")}</span>
              </span>
            </td>
            <td data-label="Attribution" className="sm:w-1/4">
              {source.attribution}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Licence({ source }: { source: SourceTerms }) {
  const { licence, licenceUrl, observations, restrictedObservations: restricted } = source;
  return (
    <span className="flex flex-col items-start gap-1">
      {licence === "none" ? (
        "none stated: facts only"
      ) : licenceUrl ? (
        <a href={licenceUrl} rel="noopener nofollow license">
          {licence}
        </a>
      ) : (
        licence
      )}
      {restricted > 0 ? (
        <span className="tag">
          {restricted === observations ? "restricted" : `${formatNumber(restricted)} restricted`}
        </span>
      ) : null}
    </span>
  );
}
