import { Fragment } from "react";
import type { Sample } from "@/lib/openapi/samples";
import { CodeBlock } from "./code-block";

type Props = { id: string; legend: string; samples: readonly Sample[] };

/** One request in several languages, one of them shown. A choice of radio buttons, so that it works without scripts. */
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
