import { PageTools } from "./product/live/page-tools";

/**
 * The popover that shows the evidence of a mark. Also starts the click handler for the page's marks and copy buttons.
 */
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
