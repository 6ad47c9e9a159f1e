import { toBytesWords, toWord } from '../chains/eip155/abiWords.ts'

/** A signature, with the factory call for an account that is not deployed. Hexadecimal without `0x`, except for the address. */
export type UndeployedSignature = { signature: string; factory?: string; factoryData?: string }

/**
 * Returns init code that asks an account whether a signature of a hash is valid. If a factory is given, the code first deploys the account.
 * A node runs it with `eth_call`, so no state is stored. The result is the word that the account returned. It is zero if the account
 * reverted or returned anything except one word. Source: ERC-1271, `isValidSignature`; ERC-6492.
 *
 * @param options.hash 32 bytes, hexadecimal without `0x`
 * @returns the `data` of an `eth_call` without `to`
 */
export function accountQuestion({
  account,
  hash,
  signature,
  factory,
  factoryData = '',
}: UndeployedSignature & { account: string; hash: string }): `0x${string}` {
  const question = `1626ba7e${hash}${toWord(64)}${toBytesWords(signature)}`
  const [made, asked] = [factoryData.length / 2, question.length / 2]
  /** Memory offset of the answer, after the copied data. */
  const answer = made + asked
  const code = (start: number) =>
    [
      // CODECOPY: the data of both calls to the start of the memory.
      `${push(made + asked)}${push(start)}${push(0)}39`,
      // CALL of the factory. The result does not matter, because the account is asked next.
      factory ? `${push(0)}${push(0)}${push(made)}${push(0)}${push(0)}73${plain(factory)}5af150` : '',
      // STATICCALL of the account.
      `${push(32)}${push(answer)}${push(asked)}${push(made)}73${plain(account)}5afa`,
      // Multiplies the answer by the success flag and by the check of its length (32 bytes), because revert data is not an answer:
      // RETURNDATASIZE, EQ, MUL, MLOAD, MUL, MSTORE, RETURN.
      `${push(32)}3d1402${push(answer)}5102${push(answer)}52${push(32)}${push(answer)}f3`,
    ].join('')
  return `0x${code(code(0).length / 2)}${factoryData}${question}`
}

/** PUSH3. */
function push(value: number): string {
  return `62${value.toString(16).padStart(6, '0')}`
}

function plain(address: string): string {
  return address.slice(2).toLowerCase()
}
