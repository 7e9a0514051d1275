import { PageTools } from "./product/live/page-tools";

/** Where the evidence of a mark is shown beside it; marks and copy buttons of the page work from here. */
export function EvidencePanel() {
  return (
    <>
      <div
        id="evidence-panel"
        className="panel evidence-panel"
        popover="auto"
        role="dialog"
        aria-label="Evidence"
        tabIndex={-1}
      />
      <PageTools />
    </>
  );
}
