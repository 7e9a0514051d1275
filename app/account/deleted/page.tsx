import type { Metadata } from "next";
import { connection } from "next/server";
import { Contact } from "@/app/_components/contact";

export const metadata: Metadata = { title: "The account is deleted" };

export default async function DeletedPage() {
  await connection();
  return (
    <div className="max-w-read py-10">
      <h1>The account is deleted</h1>
      <p className="mt-4">
        Its sessions, its ways to sign in and its keys are gone. Records of sales stay, with the address that paid: ask
        for the address to be removed from them through <Contact />.
      </p>
    </div>
  );
}
