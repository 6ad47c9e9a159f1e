import { toBytesWords, toWord } from '../chains/eip155/abiWords.ts'

/** A signature, with what makes the account that it is of where that is not on the network yet. Hexadecimal without `0x`, but for the address. */
export type UndeployedSignature = { signature: string; factory?: string; factoryData?: string }

/**
 * Writes a question that a node answers as if a contract were made: make the account, where a factory is given, and ask it whether the
 * signature of a hash is its own. Nothing of it is kept. The answer is the word that the account answered, and zero when it refused or
 * answered anything but one word. Source: ERC-1271, `isValidSignature`; ERC-6492.
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
  /** Where the answer is written: behind what was copied. */
  const answer = made + asked
  const code = (start: number) =>
    [
      // CODECOPY: both calls' data to the beginning of the memory.
      `${push(made + asked)}${push(start)}${push(0)}39`,
      // CALL of the factory; what comes of it the account says.
      factory ? `${push(0)}${push(0)}${push(made)}${push(0)}${push(0)}73${plain(factory)}5af150` : '',
      // STATICCALL of the account.
      `${push(32)}${push(answer)}${push(asked)}${push(made)}73${plain(account)}5afa`,
      // Times whether it went well and was 32 bytes long, because what a refusal says is no answer: RETURNDATASIZE, EQ, MUL, MLOAD, MUL, MSTORE, RETURN.
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
