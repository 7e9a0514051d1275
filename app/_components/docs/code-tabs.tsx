import { Fragment } from "react";
import type { Sample } from "@/lib/openapi/samples";
import { CodeBlock } from "./code-block";

type Props = { id: string; legend: string; samples: readonly Sample[] };

/** Shows one request in one of several languages. Radio buttons choose the language, so it works without JavaScript. */
export function CodeTabs({ id, legend, samples }: Props) {
  return (
    <fieldset className="code-tabs">
      <legend className="sr-only">{legend}</legend>
      {samples.map(({ language, code }, index) => {
        const own = `${id}-${language.toLowerCase()}`;
        return (
          <Fragment key={language}>
            <input type="radio" name={id} id={own} defaultChecked={index === 0} className="sr-only" />
            <label htmlFor={own}>{language}</label>
            <div>
              <CodeBlock id={`${own}-code`} label={`${legend}, ${language}`} code={code} />
            </div>
          </Fragment>
        );
      })}
    </fieldset>
  );
}
