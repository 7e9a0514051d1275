import { contactEmail } from "@/app/_data/site";

/** How the operator can be reached, as the end of a sentence. */
export function Contact() {
  const email = contactEmail();
  if (email) return <a href={`mailto:${email}`}>{email}</a>;
  return <>the form “Report an error” on the page of the product concerned</>;
}
