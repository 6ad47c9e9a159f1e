import type { ChainId } from '@latchkey/protocol'
import { readScript } from '../address/readScript.ts'
import { toAddress } from '../address/toAddress.ts'
import type { TransactionOutput } from './TransactionOutput.ts'

/** Parses one output of a transaction. @throws LatchkeyError `unsupported_chain` */
export function readOutput({
  script,
  value,
  chainId,
}: {
  script: Uint8Array
  value: bigint
  chainId: ChainId
}): TransactionOutput {
  return {
    script,
    value,
    address: toAddress({ script, chainId }),
    type: readScript(script)?.type,
    data: script[0] === 0x6a ? readData(script) : undefined,
  }
}

/** Concatenates the pushes after OP_RETURN; anything else is returned as it is. */
function readData(script: Uint8Array): Uint8Array {
  const parts: number[] = []
  let at = 1
  while (at < script.length) {
    const code = script[at] as number
    // 0x01..0x4b push that many bytes; after PUSHDATA1, 2 and 4 comes the length.
    const lengthBytes = code === 0x4c ? 1 : code === 0x4d ? 2 : code === 0x4e ? 4 : 0
    let length = code <= 0x4b ? code : 0
    for (let index = 0; index < lengthBytes; index++) length += (script[at + 1 + index] ?? 0) * 256 ** index
    const start = at + 1 + lengthBytes
    if (code > 0x4e || start + length > script.length) return script.slice(1)
    for (let index = start; index < start + length; index++) parts.push(script[index] as number)
    at = start + length
  }
  return Uint8Array.from(parts)
}
