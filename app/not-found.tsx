import Link from "next/link";
import { AskedFor } from "./_components/asked-for";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <div className="max-w-read py-10">
      <h1>Nothing stands at this address</h1>
      <div className="mt-4">
        <AskedFor />
      </div>
      <p className="mt-6">
        Or look through the <Link href="/">categories</Link>.
      </p>
    </div>
  );
}
