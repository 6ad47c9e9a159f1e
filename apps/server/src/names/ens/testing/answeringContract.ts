import { type Hex, size } from 'viem'

/** Result of a contract's function. */
export type Answering = { selector: Hex; returns: Hex } | { selector: Hex; reverts: Hex }

/** Returns the code of a contract that answers some functions with fixed bytes, and reverts on all others. */
export function answeringContract(answers: readonly Answering[]): Hex {
  const two = (number: number) => number.toString(16).padStart(4, '0')
  // The selector: PUSH1 0, CALLDATALOAD, PUSH1 224, SHR.
  const head = '60003560e01c'
  const branch = 11
  const stop = 5
  const block = 16
  const blocks = head.length / 2 + branch * answers.length + stop
  let data = blocks + block * answers.length
  let branches = ''
  let bodies = ''
  let blobs = ''
  for (const [index, answer] of answers.entries()) {
    const bytes = 'returns' in answer ? answer.returns : answer.reverts
    // DUP1, PUSH4 selector, EQ, PUSH2 body, JUMPI.
    branches += `8063${answer.selector.slice(2)}1461${two(blocks + block * index)}57`
    // JUMPDEST, PUSH2 size, PUSH2 place, PUSH1 0, CODECOPY, PUSH2 size, PUSH1 0, RETURN or REVERT.
    bodies += `5b61${two(size(bytes))}61${two(data)}60003961${two(size(bytes))}6000${'returns' in answer ? 'f3' : 'fd'}`
    blobs += bytes.slice(2)
    data += size(bytes)
  }
  return `0x${head}${branches}60006000fd${bodies}${blobs}`
}
