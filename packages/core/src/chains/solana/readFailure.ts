/** Matches the messages of programs in their logs. The last one before the failure line is the reason. */
const sentence = /^Program log: (?:Error: )?(.+)$/
const failure = /^Program \S+ failed: (.+)$/

/**
 * Returns the reason of a failed transaction, for developers: the last message of the failed program, and the name of the error.
 *
 * @param options.error in the format of nodes: a name, or an object with one (`{ InstructionError: [0, { Custom: 1 }] }`)
 * @example readFailure({ error: { InstructionError: [2, { Custom: 1 }] }, logs }) // 'insufficient funds (instruction 2: Custom 1)'
 */
export function readFailure({ error, logs }: { error: unknown; logs: readonly string[] }): string {
  const name = nameError(error)
  const at = logs.findLastIndex((line) => failure.test(line))
  const said = logs
    .slice(0, at === -1 ? logs.length : at)
    .reverse()
    .map((line) => sentence.exec(line)?.[1])
    .find((words) => words !== undefined && !words.startsWith('Instruction:'))
  const words = said ?? logs[at]?.replace(failure, '$1')
  return words === undefined ? name : `${words} (${name})`
}

/** Formats a transaction's error as one line. Source: solana-transaction-error, as JSON. */
export function nameError(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return String(error)
  const [[name, value] = ['unknown', undefined]] = Object.entries(error)
  if (name === 'InstructionError' && Array.isArray(value)) return `instruction ${value[0]}: ${nameError(value[1])}`
  return value === undefined || value === null
    ? name
    : `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`
}
