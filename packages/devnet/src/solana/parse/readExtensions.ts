import { getAddressDecoder } from '@solana/kit'

/** An extension of Token-2022 as the JSON-RPC gives it. Source: `UiExtension` of Solana's account decoder. */
export type UiExtension = { extension: string; state?: Record<string, unknown> }

/** Offset of the extensions. They follow the base, which is padded to a token account's size, and the account type's byte. */
const firstExtension = 166
const systemProgram = '11111111111111111111111111111111'

/** The extensions of a Token-2022 mint or account. Source: the type-length-value list of `spl-token-2022`. */
export function readExtensions(data: Uint8Array): UiExtension[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const found: UiExtension[] = []
  for (let offset = firstExtension; offset + 4 <= data.length; ) {
    const type = view.getUint16(offset, true)
    const length = view.getUint16(offset + 2, true)
    if (type === 0 || offset + 4 + length > data.length) break
    found.push(readExtension({ type, value: data.subarray(offset + 4, offset + 4 + length) }))
    offset += 4 + length
  }
  return found
}

function readExtension({ type, value }: { type: number; value: Uint8Array }): UiExtension {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength)
  const key = (at: number) => readKey(value, at)
  const feeAt = (at: number) => ({
    epoch: Number(view.getBigUint64(at, true)),
    maximumFee: Number(view.getBigUint64(at + 8, true)),
    transferFeeBasisPoints: view.getUint16(at + 16, true),
  })
  switch (type) {
    case 1:
      return {
        extension: 'transferFeeConfig',
        state: {
          transferFeeConfigAuthority: key(0),
          withdrawWithheldAuthority: key(32),
          withheldAmount: Number(view.getBigUint64(64, true)),
          olderTransferFee: feeAt(72),
          newerTransferFee: feeAt(90),
        },
      }
    case 2:
      return { extension: 'transferFeeAmount', state: { withheldAmount: Number(view.getBigUint64(0, true)) } }
    case 3:
      return { extension: 'mintCloseAuthority', state: { closeAuthority: key(0) } }
    case 7:
      return { extension: 'immutableOwner' }
    case 8:
      return { extension: 'memoTransfer', state: { requireIncomingTransferMemos: value[0] === 1 } }
    case 9:
      return { extension: 'nonTransferable' }
    case 12:
      return { extension: 'permanentDelegate', state: { delegate: key(0) } }
    case 14:
      return { extension: 'transferHook', state: { authority: key(0), programId: key(32) } }
    case 18:
      return { extension: 'metadataPointer', state: { authority: key(0), metadataAddress: key(32) } }
    case 19:
      return { extension: 'tokenMetadata', state: readTokenMetadata(value) }
    default:
      return { extension: 'unparseableExtension' }
  }
}

/** Source: `TokenMetadata` of `spl-token-metadata-interface`, borsh. */
function readTokenMetadata(value: Uint8Array): Record<string, unknown> {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength)
  let offset = 64
  const number = () => {
    const read = view.getUint32(offset, true)
    offset += 4
    return read
  }
  const text = () => {
    const length = number()
    const read = new TextDecoder().decode(value.subarray(offset, offset + length))
    offset += length
    return read
  }
  const [name, symbol, uri] = [text(), text(), text()]
  const additionalMetadata = Array.from({ length: number() }, () => [text(), text()])
  return { updateAuthority: readKey(value, 0), mint: readKey(value, 32), name, symbol, uri, additionalMetadata }
}

/** A key, or null for none, which is all zeros. */
function readKey(value: Uint8Array, at: number): string | null {
  const text = getAddressDecoder().decode(value.subarray(at, at + 32))
  return text === systemProgram ? null : text
}
