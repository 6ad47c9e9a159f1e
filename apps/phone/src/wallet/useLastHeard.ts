import { useEffect } from 'react'
import { usePhone, useWalletState } from './PhoneContext.ts'

const memoryKey = '@latchkey/phone-heard'

/** Stores the time of each connected site's last request. Kept over reloads, and deleted with the connection. */
export function useNoteHeard(): void {
  const { memory } = usePhone()
  const { approvals, sessions } = useWalletState()
  useEffect(() => {
    const before = readHeard(memory.getItem(memoryKey))
    const asking = new Set(approvals.flatMap((approval) => (approval.kind === 'request' ? [approval.topic] : [])))
    const after = Object.fromEntries(
      sessions.flatMap(({ topic }) => {
        const time = asking.has(topic) ? Date.now() : before[topic]
        return time === undefined ? [] : [[topic, time]]
      }),
    )
    if (sessions.length > 0) memory.setItem(memoryKey, JSON.stringify(after))
  }, [approvals, sessions, memory])
}

/** Returns the time of a site's last request in unix milliseconds; undefined without one. */
export function useLastHeard(topic: string): number | undefined {
  return readHeard(usePhone().memory.getItem(memoryKey))[topic]
}

/** Reads the stored times. Ignores entries that are not a time by topic. */
export function readHeard(text: string | null): Readonly<Record<string, number>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
    return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return {}
  }
}
