/** Put a text where it can be pasted. Pages without https have no clipboard of their own: there the field itself is copied. */

export async function copied(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement as HTMLElement | null;
    field.focus();
    field.select();
    // Old, and the only way there is on a page of the home network.
    const isCopied = document.execCommand("copy");
    if (isCopied) before?.focus();
    return isCopied;
  }
}
