/** Log lines of programs: the last one before a failure has the reason. */
const sentence = /^Program log: (?:Error: )?(.+)$/
const failure = /^Program \S+ failed: (.+)$/

/**
 * Describes why a transaction fails: the last log line of the failed program, and the name of the error.
 *
 * @param options.error in the node's format: a name, or an object with one
 * @example
 * describeFailure({ error: { InstructionError: [2, { Custom: 1 }] }, logs }) // 'insufficient funds (instruction 2: Custom
 * 1)'
 */
export function describeFailure({ error, logs = [] }: { error: unknown; logs?: readonly string[] }): string {
  const at = logs.findLastIndex((line) => failure.test(line))
  const said = logs
    .slice(0, at === -1 ? logs.length : at)
    .reverse()
    .map((line) => sentence.exec(line)?.[1])
    .find((words) => words !== undefined && !words.startsWith('Instruction:'))
  const words = said ?? logs[at]?.replace(failure, '$1')
  return (words === undefined ? nameError(error) : `${words} (${nameError(error)})`).slice(0, 300)
}

/** Formats a transaction's error. Source: solana-transaction-error, as JSON. */
function nameError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const [[name, value] = ['unknown', undefined]] = Object.entries(error)
  if (name === 'InstructionError' && Array.isArray(value)) return `instruction ${value[0]}: ${nameError(value[1])}`
  if (value === undefined || value === null) return name
  return `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`
}
