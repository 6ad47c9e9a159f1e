import type { Description, Finding } from '@latchkey/clear-signing'

/** Warnings about the context of a request, which the button does not repeat. */
const mild: readonly string[] = ['firstTimeReceiver', 'unverifiedContract', 'simulationUnavailable']

/** Returns all findings of a request and its parts. */
function allFindings({ findings, parts }: Description): readonly Finding[] {
  return [...findings, ...parts.flatMap(allFindings)]
}

/** Whether a finding forbids the signature. */
export function isRefused(description: Description): boolean {
  return allFindings(description).some(({ level }) => level === 'refuse')
}

/** Whether the phone can sign: no finding forbids it, and a transaction is complete. */
export function canSign({ description, isMessage }: { description: Description; isMessage: boolean }): boolean {
  if (isRefused(description)) return false
  return isMessage || description.transaction !== null
}

/** Whether a warning is shown that the button must repeat. */
export function isGrave(description: Description): boolean {
  return allFindings(description).some(({ level, code }) => level === 'warn' && !mild.includes(code))
}
