/** Parts of an input that contain signatures. */
export type SignedInput = {
  scriptSig: Uint8Array
  witness: readonly Uint8Array[]
  /** Signatures of a PSBT that is not final. */
  partial?: readonly Uint8Array[]
  /** Number of signatures that are not of a single key. */
  foreign?: number
}

/** Returns the signatures of an input with their types. An input with anything unexpected counts as signed for something else. */
export function readSignatures({
  input: { scriptSig, witness, partial = [], foreign = 0 },
  isTaproot,
}: {
  input: SignedInput
  isTaproot: boolean
}): readonly { sighash: number }[] {
  const unexpected = { sighash: 255 }
  const found = partial.map((signature) => read(signature, isTaproot))
  if (foreign > 0) found.push(unexpected)
  if (witness.length > 0) {
    // A signature and, except for Taproot, the key.
    const [signature, ...rest] = witness
    if (!signature || rest.length !== (isTaproot ? 0 : 1)) found.push(unexpected)
    else found.push(read(signature, isTaproot))
  } else if (scriptSig.length > 0) {
    // P2PKH: a push of the signature, and one of the key.
    const length = scriptSig[0] as number
    found.push(length < 0x4c && length < scriptSig.length ? read(scriptSig.slice(1, 1 + length), false) : unexpected)
  }
  return found
}

function read(signature: Uint8Array, isTaproot: boolean): { sighash: number } {
  if (!isTaproot) {
    const sighash = signature.at(-1) ?? 255
    // 0 belongs to Taproot only.
    return { sighash: sighash === 0 ? 255 : sighash }
  }
  if (signature.length === 64) return { sighash: 0 }
  return { sighash: signature.length === 65 ? (signature[64] as number) || 255 : 255 }
}
