import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";
import { Static } from "./static";

/** Breadcrumb, heading and introduction of every page except the home page. */
type Props = {
  title: string;
  /** The breadcrumbs between the home page and this page. */
  trail?: readonly Crumb[];
  children?: ReactNode;
};

export function PageHead({ title, trail = [], children }: Props) {
  return (
    <Static>
      <div className="pt-4">
        <Breadcrumbs items={[{ name: "Software", href: "/" }, ...trail, { name: title }]} />
      </div>
      <header className="pt-3 pb-6">
        <h1>{title}</h1>
        {children}
      </header>
    </Static>
  );
}
