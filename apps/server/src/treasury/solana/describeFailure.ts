/** What programs say in their logs, the last of it before one is said to have failed. */
const sentence = /^Program log: (?:Error: )?(.+)$/
const failure = /^Program \S+ failed: (.+)$/

/**
 * Why a transaction fails: the last words of the program that failed, and the error's own name.
 *
 * @param options.error as nodes give it: a name, or an object of one
 * @example describeFailure({ error: { InstructionError: [2, { Custom: 1 }] }, logs }) // 'insufficient funds (instruction 2: Custom 1)'
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

/** Writes a transaction's error as a line. Source: solana-transaction-error, as JSON. */
function nameError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const [[name, value] = ['unknown', undefined]] = Object.entries(error)
  if (name === 'InstructionError' && Array.isArray(value)) return `instruction ${value[0]}: ${nameError(value[1])}`
  if (value === undefined || value === null) return name
  return `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`
}
