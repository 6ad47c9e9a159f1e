import type { Description, Finding } from '@latchkey/clear-signing'

/** Warnings that need no second word from the button: they are about the surroundings of a request. */
const mild: readonly string[] = ['firstTimeReceiver', 'unverifiedContract', 'simulationUnavailable']

/** All findings of a request and its parts. */
function allFindings({ findings, parts }: Description): readonly Finding[] {
  return [...findings, ...parts.flatMap(allFindings)]
}

/** Whether something about it forbids that it is signed. */
export function isRefused(description: Description): boolean {
  return allFindings(description).some(({ level }) => level === 'refuse')
}

/** Whether the phone may sign it: nothing forbids it, and a transaction is complete. */
export function canSign({ description, isMessage }: { description: Description; isMessage: boolean }): boolean {
  if (isRefused(description)) return false
  return isMessage || description.transaction !== null
}

/** Whether a warning stands above the button that it must answer to. */
export function isGrave(description: Description): boolean {
  return allFindings(description).some(({ level, code }) => level === 'warn' && !mild.includes(code))
}
