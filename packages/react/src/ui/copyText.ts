/** Puts a text on the clipboard. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // No clipboard on pages without HTTPS, in frames without the permission, and in some in-app browsers.
    return false
  }
}
