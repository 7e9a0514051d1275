/** Focuses the page's own search field if it has one, otherwise the header's. */
export function focusSearch(): void {
  const forms = "form[action='/search'] input";
  const shown = [...document.querySelectorAll<HTMLInputElement>(forms)].filter((field) => field.checkVisibility());
  const field = shown.find((one) => one.closest("main")) ?? shown[0];
  field?.focus();
  field?.select();
}
