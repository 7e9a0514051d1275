import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { type Listening, takeOver } from "./listening";
import { randomText, type Store } from "./store";

const LARGEST = 5 * 1024 * 1024;

/** Receives email on loopback and stores it for the inbox page. @returns its port and a function that stops it */
export async function listenForMail(store: Store, on: Listening | undefined, now: () => Date) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    size: LARGEST,
    banner: "Payments sandbox inbox",
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "sandbox" }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", done);
      stream.on("end", async () => {
        try {
          if (stream.sizeExceeded) throw Object.assign(new Error("Message too large"), { responseCode: 552 });
          const message = await PostalMime.parse(Buffer.concat(chunks));
          store.addMail({
            id: `mail_${randomText(20)}`,
            receivedAt: now().toISOString(),
            from: message.from?.address ?? "",
            to: session.envelope.rcptTo.map(({ address }) => address),
            subject: message.subject ?? "",
            text: message.text ?? "",
            html: message.html ?? "",
          });
          done();
        } catch (error) {
          done(error as Error);
        }
      });
    },
  });
  server.on("error", (error) => console.error(`Sandbox inbox: ${error.message}`));
  return {
    port: await takeOver(server.server, on),
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
