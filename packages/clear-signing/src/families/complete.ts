import type { SigningNetwork } from '../DescribeParameters.ts'
import type { Description, Finding } from '../Description.ts'
import { Malformed } from '../request/Malformed.ts'

const weight = { refuse: 0, warn: 1, note: 2 } as const

/** Sorts the findings by weight, removes duplicates, and removes the payload if a finding forbids signing. */
export function complete({ description, network }: { description: Description; network: SigningNetwork }): Description {
  // Refusals come first, also those of parts.
  const refusals = allFindings(description).filter(({ level }) => level === 'refuse')
  const isRefused = refusals.length > 0
  const own = [...description.findings, ...refusals]
  const noted: Finding[] = network.testnet
    ? [...own, { level: 'note', code: 'testNetwork', values: { name: network.name } }]
    : own
  const unique = [...new Map(noted.map((finding) => [JSON.stringify(finding), finding])).values()]
  const { family } = description
  return {
    ...description,
    findings: unique.sort((a, b) => weight[a.level] - weight[b.level]),
    ...(family ? { family: { ...family, payload: isRefused ? null : family.payload } } : {}),
  }
}

/** Returns the findings of a description and of all its parts. */
export function allFindings({ findings, parts }: Description): readonly Finding[] {
  return [...findings, ...parts.flatMap(allFindings)]
}

/** Creates the finding for a request that could not be read. */
export function toFinding(error: unknown): Finding {
  const [field, reason] =
    error instanceof Malformed ? [error.field, error.message] : ['request', 'it could not be read']
  return { level: 'refuse', code: 'malformed', values: { field, reason } }
}
