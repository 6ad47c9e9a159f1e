import type { Description, Finding } from '../Description.ts'

/** Creates the description of a request that is not signed, with only the reason. */
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
