const SHOWN_MS = 2500;

/** Copies the text of the element that the button names, or selects it if the page may not use the clipboard. */
export async function copyText(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset.copy ?? "");
  const status = button.parentElement?.querySelector('[role="status"]');
  if (!source || !status) return;
  try {
    await navigator.clipboard.writeText(source.textContent ?? "");
    status.textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(source);
    status.textContent = "Selected. Copy it now.";
  }
  setTimeout(() => {
    status.textContent = "";
  }, SHOWN_MS);
}
