import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface Inbox {
  url: string;
  messages: { recipients: string[]; mail: Email; raw: string }[];
  close(): Promise<void>;
}

/** Starts a mail server on loopback that stores its messages. With `refuse` it rejects every recipient. */
export async function openInbox({ refuse = false } = {}): Promise<Inbox> {
  const messages: Inbox["messages"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_, __, callback) => callback(refuse ? new Error("no such mailbox") : null),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        messages.push({ recipients, mail: await PostalMime.parse(raw), raw: raw.toString() });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
