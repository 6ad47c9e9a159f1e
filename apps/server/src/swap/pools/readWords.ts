import type { ContractAnswer } from '../../chains/createContractReader.ts'

/** Returns the first words of an answer, unsigned; undefined if it has fewer. */
export function wordsOf(answer: ContractAnswer, count: number): bigint[] | undefined {
  if (answer === undefined || answer.length < 2 + count * 64) return undefined
  return Array.from({ length: count }, (_, index) => BigInt(`0x${answer.slice(2 + index * 64, 66 + index * 64)}`))
}

/** Encodes a number as an argument of a call: one word, two's complement. */
export function toWord(value: number): string {
  return BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
}
