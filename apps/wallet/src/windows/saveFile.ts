/** Saves a text as a download. */
export function saveFile({ fileName, text, type }: { fileName: string; text: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has the blob by then; the text must not stay reachable.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
