import { type PhoneReading, readPhone } from './readPhone.ts'

/** Reads the configuration beside the page. Does not throw. */
export async function loadPhone({
  fetch = globalThis.fetch,
}: {
  fetch?: typeof globalThis.fetch
} = {}): Promise<PhoneReading> {
  const failed = (problem: string): PhoneReading => ({ ok: false, problems: [problem] })
  try {
    // The same request as the preload in index.html, so that the browser uses that answer.
    const response = await fetch('/phone.json', { credentials: 'same-origin' })
    if (response.status === 404) return failed('phone.json: there is none')
    if (!response.ok) return failed(`phone.json: the host answered ${response.status}`)
    const text = await response.text()
    // A host that answers every path with the page has no such file.
    return text.trimStart().startsWith('<') ? failed('phone.json: there is none') : readPhone(text)
  } catch {
    return failed('phone.json: the host cannot be reached')
  }
}
