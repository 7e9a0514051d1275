import type { Source } from "../source";
import { birdSms } from "./parser";

export const source: Source = {
  slug: "bird-sms",
  read: "once",
  files: ["bird-sms/history.json"],
  adapter: birdSms,
};
