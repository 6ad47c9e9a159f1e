// Tests that may be tried once more: scripts/suite/quarantine.json names each with its date and the suspected cause.
import { readFileSync } from 'node:fs'

/** Tests that are in it at most. */
const most = 5
/** Milliseconds for which a test may be in it. */
const longest = 7 * 86_400_000

/**
 * Reads the quarantine.
 *
 * @param {{ now?: number, text?: string }} [options] Unix milliseconds, and the file
 * @returns {{ file: string, name: string, since: string, cause: string }[]}
 * @throws Error where it has too many entries, one without a cause, or one of more than a week ago
 */
export function readQuarantine({
  now = Date.now(),
  text = readFileSync('scripts/suite/quarantine.json', 'utf8'),
} = {}) {
  const entries = JSON.parse(text)
  if (entries.length > most) throw new Error(`${entries.length} tests are in quarantine; at most ${most} may be`)
  for (const { file, name, since, cause } of entries) {
    const began = Date.parse(since)
    if (!file || !name || !cause || Number.isNaN(began))
      throw new Error(
        `A test in quarantine has a file, a name, a date (since) and a cause: ${JSON.stringify({ file, name })}`,
      )
    if (now - began > longest) throw new Error(`In quarantine for more than a week: ${file} › ${name}. Fix it`)
  }
  return entries
}

/** Whether each failure of a stage is of a test in quarantine. */
export function isQuarantined(failures, entries) {
  return (
    failures.length > 0 &&
    failures.every((failure) => entries.some(({ file, name }) => file === failure.file && name === failure.name))
  )
}
