import { parentPort, workerData } from "node:worker_threads";
import { extract } from "./extract";
import type { Answer, Message, Task } from "./in-worker";

const { page, now, calls }: Task = workerData;
const send = (message: Message) => parentPort?.postMessage(message);

/** Calls a function of the main thread. The reader waits for each answer before its next call. */
const caller =
  <Argument, Value>(call: keyof Task["calls"]) =>
  (argument: Argument) =>
    new Promise<Value>((resolve, reject) => {
      parentPort?.once("message", ({ value, isFailed }: Answer) =>
        isFailed ? reject(new Error(`${call} failed`)) : resolve(value as Value),
      );
      send({ call, argument });
    });

send("loaded");
void extract(page, {
  now,
  ...(calls.fetchMore && { fetchMore: caller("fetchMore") }),
  ...(calls.model && { model: caller("model") }),
}).then((extraction) => send({ extraction }));
