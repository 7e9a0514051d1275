"use client";

import { useActionState } from "react";
import { NewKey } from "@/app/_components/commerce/new-key";
import { Notice } from "@/app/_components/commerce/notice";
import type { KeyEntry } from "@/app/_data/account";
import { type KeyMessage, keysForm } from "./actions";

type Props = { customer: string; keys: KeyEntry[]; mayCreate: boolean; full: boolean; most: number; siteUrl: string };

const OVERLAPS = [
  { hours: 24, text: "in a day" },
  { hours: 1, text: "in an hour" },
  { hours: 168, text: "in a week" },
  { hours: 0, text: "immediately" },
];

export function Keys({ customer, keys, mayCreate, full, most, siteUrl }: Props) {
  const [said, change, pending] = useActionState<KeyMessage, FormData>(keysForm, null);
  const message = said?.customer === customer ? said : null;
  return (
    <>
      {message && "key" in message ? <NewKey apiKey={message.key} siteUrl={siteUrl} /> : null}
      {message && "text" in message ? <Notice good={message.good}>{message.text}</Notice> : null}
      {keys.length === 0 ? (
        <p className="mt-4">
          No keys yet. {mayCreate ? "Create one below. " : ""}A key gives access to <a href="/docs">bulk data</a>. Other
          requests need no key.
        </p>
      ) : null}
      {keys.length > 0 ? (
        <table className="ledger ledger-stack mt-4">
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Starts with</th>
              <th scope="col">Status</th>
              <th scope="col">Created</th>
              <th scope="col">Last used</th>
              <th scope="col">
                <span className="sr-only">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ id, name, prefix, state, live, usable, created, lastUsed }) => (
              <tr key={id} data-key={id}>
                <th scope="row">{name}</th>
                <td data-label="Starts with">
                  <code>{prefix}…</code>
                </td>
                <td data-label="Status">{state}</td>
                <td data-label="Created">{created}</td>
                <td data-label="Last used">{lastUsed}</td>
                <td>
                  {usable ? (
                    <details>
                      <summary className="whitespace-nowrap">Change</summary>
                      <form action={change} className="mt-2 grid gap-3">
                        <input type="hidden" name="customer" value={customer} />
                        <input type="hidden" name="key" value={id} />
                        {live ? (
                          <div className="entry">
                            <label htmlFor={`overlap-${id}`}>Replace this key. The old key stops working</label>
                            <select id={`overlap-${id}`} name="overlap" defaultValue="24">
                              {OVERLAPS.map(({ hours, text }) => (
                                <option key={hours} value={hours}>
                                  {text}
                                </option>
                              ))}
                            </select>
                            <button type="submit" name="intent" value="rotate" className="button" disabled={pending}>
                              Replace
                            </button>
                          </div>
                        ) : null}
                        <button
                          type="submit"
                          name="intent"
                          value="revoke"
                          className="button button-quiet button-grave"
                          disabled={pending}
                        >
                          Revoke now
                        </button>
                      </form>
                    </details>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {full ? (
        <p className="note mt-4">{`You have ${most} working keys, which is the maximum. Revoke one to create another.`}</p>
      ) : null}
      {mayCreate ? (
        <form action={change} className="mt-4 max-w-read">
          <input type="hidden" name="customer" value={customer} />
          <input type="hidden" name="intent" value="create" />
          <div className="entry-row">
            <div className="entry">
              <label htmlFor={`name-${customer}`}>Name of the new key</label>
              <input id={`name-${customer}`} name="name" maxLength={60} placeholder="Where it will be used" />
            </div>
            <button type="submit" className="button" disabled={pending}>
              Create key
            </button>
          </div>
          <p className="note mt-2">{`Up to ${most} keys. Each is shown only once.`}</p>
        </form>
      ) : null}
    </>
  );
}
