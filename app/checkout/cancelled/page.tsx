import type { Metadata } from "next";
import { connection } from "next/server";

export const metadata: Metadata = { title: "Nothing was bought" };

export default async function CancelledPage() {
  await connection();
  return (
    <div className="max-w-read">
      <h1>Nothing was bought</h1>
      <p className="mt-4">You left the checkout before paying. Nothing was charged.</p>
      <p className="mt-4">
        <a href="/pricing">Back to the prices</a>
      </p>
    </div>
  );
}
