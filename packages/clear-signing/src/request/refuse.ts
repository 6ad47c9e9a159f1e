import type { Description, Finding } from '../Description.ts'

/** The description of a request that is not signed, and of which nothing more is said than why. */
export function refuse({
  findings,
  raw,
  intent = 'contractCall',
}: {
  findings: readonly Finding[]
  raw: string
  intent?: Description['intent']
}): Description {
  return {
    ...{ intent, target: null, signature: null, fields: [], balanceChanges: null, message: null, fee: null },
    ...{ findings, transaction: null, parts: [], raw },
  }
}
