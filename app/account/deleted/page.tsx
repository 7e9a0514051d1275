import type { Metadata } from "next";
import { connection } from "next/server";
import { Contact } from "@/app/_components/contact";

export const metadata: Metadata = { title: "Account deleted" };

export default async function DeletedPage() {
  await connection();
  return (
    <div className="max-w-read py-10">
      <h1>Account deleted</h1>
      <p className="mt-4">
        Its sessions, sign-in methods and keys are gone. Records of sales are kept with the email address that paid. To
        ask for that address to be removed from them, contact us through <Contact />.
      </p>
    </div>
  );
}
