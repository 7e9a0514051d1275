import { parentPort, workerData } from "node:worker_threads";
import { decodePage } from "./decode-text";
import { extract } from "./extract";
import type { Answer, Message, Task } from "./in-worker";
import type { FetchedFile } from "./rung";

const { page, now, calls }: Task = workerData;
const send = (message: Message) => parentPort?.postMessage(message);

/** Calls a function of the main thread. The reader waits for each result before its next call. */
const caller =
  <Argument, Value>(call: keyof Task["calls"]) =>
  (argument: Argument) =>
    new Promise<Value>((resolve, reject) => {
      parentPort?.once("message", ({ value, isFailed }: Answer) =>
        isFailed ? reject(new Error(`${call} failed`)) : resolve(value as Value),
      );
      send({ call, argument });
    });

const fetchFile = caller<string, FetchedFile | null>("fetchMore");

async function fetchMore(url: string) {
  const file = await fetchFile(url);
  return file && decodePage(file);
}

send("loaded");
void extract(decodePage(page), {
  now,
  ...(calls.fetchMore && { fetchMore }),
  ...(calls.model && { model: caller("model") }),
}).then((extraction) => send({ extraction }));
