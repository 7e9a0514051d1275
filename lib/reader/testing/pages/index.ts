import type { Fixture } from "../fixture";
import { cards } from "./cards";
import { currencies } from "./currencies";
import { finePrint } from "./fine-print";
import { hiddenData } from "./hidden-data";
import { jsonLdPages } from "./json-ld";
import { layouts } from "./layouts";
import { lookalikes } from "./lookalikes";
import { machineFiles } from "./machine-files";
import { mixture } from "./mixture";
import { moreData } from "./more-data";
import { pageState } from "./page-state";
import { phrases } from "./phrases";
import { realPages } from "./real-pages";
import { strangers } from "./strangers";
import { tables } from "./tables";
import { toggles } from "./toggles";
import { traps } from "./traps";
import { unreadable } from "./unreadable";
import { utilityClasses } from "./utility-classes";
import { wholePages } from "./whole-pages";

/** Every page with its expected reading. */
export const FIXTURES: readonly Fixture[] = [
  ...cards,
  ...utilityClasses,
  ...jsonLdPages,
  ...pageState,
  ...machineFiles,
  ...tables,
  ...toggles,
  ...currencies,
  ...phrases,
  ...finePrint,
  ...layouts,
  ...lookalikes,
  ...traps,
  ...unreadable,
  ...wholePages,
  ...hiddenData,
  ...moreData,
  ...mixture,
  ...strangers,
  ...realPages,
];
