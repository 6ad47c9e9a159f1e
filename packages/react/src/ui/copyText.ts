/** Copies a text to the clipboard. @returns whether it succeeded */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // There is no clipboard on pages without HTTPS, in frames without the permission, and in some in-app browsers.
    return false
  }
}
