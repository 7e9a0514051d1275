import type { Metadata } from "next";
import { connection } from "next/server";

export const metadata: Metadata = { title: "Checkout cancelled" };

export default async function CancelledPage() {
  await connection();
  return (
    <div className="max-w-read">
      <h1>Checkout cancelled</h1>
      <p className="mt-4">You left the checkout before paying. Nothing was charged.</p>
      <p className="mt-4">
        <a href="/pricing">Back to pricing</a>
      </p>
    </div>
  );
}
