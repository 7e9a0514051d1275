import { createTransport, type Transporter } from "nodemailer";
import { percentDecode } from "@/lib/percent-decode";

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** @param smtpUrl smtp://user:password@host:587 or smtps://… */
export function smtpTransport(smtpUrl: string): Transporter {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const local = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  return createTransport({
    host,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    // Prevents sending a password in clear text because a server, or an attacker in between, withheld STARTTLS.
    requireTLS: !secure && url.username !== "" && !local,
    ignoreTLS: !secure && local,
    ...(url.username ? { auth: { user: percentDecode(url.username), pass: percentDecode(url.password) } } : {}),
    pool: true,
    maxConnections: 3,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  });
}
