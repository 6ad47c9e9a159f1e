/** Type of a signature, by the number in a PSBT or at a signature's end. Source: BIP-143, BIP-341. */
export type Sighash = {
  value: number
  name:
    | 'DEFAULT'
    | 'ALL'
    | 'NONE'
    | 'SINGLE'
    | 'ALL|ANYONECANPAY'
    | 'NONE|ANYONECANPAY'
    | 'SINGLE|ANYONECANPAY'
    | 'unknown'
  /** Covers all inputs and outputs, so that nothing can change afterwards. */
  isPlain: boolean
}

/** Parses a signature hash type. */
export function readSighash(value: number): Sighash {
  return { value, name: names[value] ?? 'unknown', isPlain: value === 0 || value === 1 }
}

const names: Readonly<Record<number, Sighash['name']>> = {
  0: 'DEFAULT',
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}
