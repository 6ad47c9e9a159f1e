import { useEffect } from 'react'
import { usePhone, useWalletState } from './PhoneContext.ts'

const memoryKey = '@latchkey/phone-heard'

/** Notes when each connected site asked for something; kept over reloads, forgotten with the connection. */
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

/** When a site asked for something last: unix milliseconds, or undefined when it never did. */
export function useLastHeard(topic: string): number | undefined {
  return readHeard(usePhone().memory.getItem(memoryKey))[topic]
}

/** Reads what was noted; whatever is not a time by topic counts as nothing. */
export function readHeard(text: string | null): Readonly<Record<string, number>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
    return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return {}
  }
}
